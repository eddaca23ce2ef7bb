! SPDX-License-Identifier: GPL-2.0-or-later
! Copyright (C) The aprof authors
!
! Bodies that attract each other.

module space
   implicit none
   integer, parameter :: real64 = selected_real_kind(15)

   type :: body
      real(real64) :: place(3)
      real(real64) :: speed(3)
      real(real64) :: mass
   end type body
contains
   pure function squared(vector) result(sum_of_squares)
      real(real64), intent(in) :: vector(3)
      real(real64) :: sum_of_squares
      integer :: i
      sum_of_squares = 0
      do i = 1, 3
         sum_of_squares = sum_of_squares + vector(i) ** 2
      end do
   end function squared

   subroutine attract(a, b, step)
      type(body), intent(inout) :: a, b
      real(real64), intent(in) :: step
      real(real64) :: way(3), distance, force
      way = b%place - a%place
      distance = sqrt(squared(way) + 0.01_real64)
      force = step / distance ** 3
      a%speed = a%speed + way * force * b%mass
      b%speed = b%speed - way * force * a%mass
   end subroutine attract

   subroutine accelerate(bodies, step)
      type(body), intent(inout) :: bodies(:)
      real(real64), intent(in) :: step
      integer :: i, j
      do i = 1, size(bodies)
         do j = i + 1, size(bodies)
            call attract(bodies(i), bodies(j), step)
         end do
      end do
   end subroutine accelerate

   subroutine move(bodies, step)
      type(body), intent(inout) :: bodies(:)
      real(real64), intent(in) :: step
      integer :: i
      do i = 1, size(bodies)
         bodies(i)%place = bodies(i)%place + step * bodies(i)%speed
      end do
   end subroutine move

   function kinetic_energy(bodies) result(energy)
      type(body), intent(in) :: bodies(:)
      real(real64) :: energy
      integer :: i
      energy = 0
      do i = 1, size(bodies)
         energy = energy + bodies(i)%mass * squared(bodies(i)%speed) / 2
      end do
   end function kinetic_energy

   subroutine scatter(bodies)
      type(body), intent(out) :: bodies(:)
      integer :: i, j, state
      state = 1
      do i = 1, size(bodies)
         do j = 1, 3
            state = mod(state * 421 + 1663, 7875)
            bodies(i)%place(j) = state / 7875.0_real64
         end do
         bodies(i)%speed = 0
         bodies(i)%mass = 1.0_real64 / size(bodies)
      end do
   end subroutine scatter
end module space

program orbits
   use space
   implicit none
   type(body), allocatable :: bodies(:)
   integer :: count, round
   count = 4
   do while (count <= 160)
      allocate (bodies(count))
      call scatter(bodies)
      do round = 1, 3
         call accelerate(bodies, 0.01_real64)
         call move(bodies, 0.01_real64)
      end do
      print '(i0, a, f10.6)', count, ': ', kinetic_energy(bodies)
      deallocate (bodies)
      count = count + 1 + count / 5
   end do
end program orbits
