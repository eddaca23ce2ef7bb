! SPDX-License-Identifier: GPL-2.0-or-later
! Copyright (C) The aprof authors
!
! Solves sparse systems by conjugate gradients, keeps the history of residuals, and looks up properties of materials.
! usage: stencil SIDE

module materials
   implicit none
   integer, parameter :: n_materials = 128
   real(8) :: keys(n_materials), conductivities(n_materials)
contains
   subroutine make_materials()
      integer :: i
      do i = 1, n_materials
         keys(i) = i * 1.5d0
         conductivities(i) = 1d0 + mod(i * 37, 11) * 0.1d0
      end do
   end subroutine

   ! Interpolates between the two keys around the temperature.
   function conductivity(temperature) result(value)
      real(8), intent(in) :: temperature
      real(8) :: value, part
      integer :: low, high, middle
      low = 1
      high = n_materials
      do while (high - low > 1)
         middle = (low + high) / 2
         if (keys(middle) <= temperature) then
            low = middle
         else
            high = middle
         end if
      end do
      part = (temperature - keys(low)) / (keys(high) - keys(low))
      value = conductivities(low) + part * (conductivities(high) - conductivities(low))
   end function
end module

module solver
   use materials
   implicit none
   type matrix
      integer :: n
      integer, allocatable :: first(:), columns(:)
      real(8), allocatable :: values(:)
   end type
contains
   subroutine add_value(a, count, column, value)
      type(matrix), intent(inout) :: a
      integer, intent(inout) :: count
      integer, intent(in) :: column
      real(8), intent(in) :: value
      count = count + 1
      a%columns(count) = column
      a%values(count) = value
   end subroutine

   subroutine assemble(a, side, temperatures)
      type(matrix), intent(out) :: a
      integer, intent(in) :: side
      real(8), intent(in) :: temperatures(:)
      integer :: i, j, row, count
      real(8) :: k
      a%n = side * side
      allocate(a%first(a%n + 1), a%columns(5 * a%n), a%values(5 * a%n))
      count = 0
      do j = 1, side
         do i = 1, side
            row = (j - 1) * side + i
            a%first(row) = count + 1
            k = conductivity(temperatures(row))
            if (j > 1) call add_value(a, count, row - side, -1d0)
            if (i > 1) call add_value(a, count, row - 1, -1d0)
            call add_value(a, count, row, 4d0 + k)
            if (i < side) call add_value(a, count, row + 1, -1d0)
            if (j < side) call add_value(a, count, row + side, -1d0)
         end do
      end do
      a%first(a%n + 1) = count + 1
   end subroutine

   subroutine multiply(a, x, y)
      type(matrix), intent(in) :: a
      real(8), intent(in) :: x(:)
      real(8), intent(out) :: y(:)
      integer :: row, k
      real(8) :: total
      do row = 1, a%n
         total = 0
         do k = a%first(row), a%first(row + 1) - 1
            total = total + a%values(k) * x(a%columns(k))
         end do
         y(row) = total
      end do
   end subroutine

   function dot(x, y) result(total)
      real(8), intent(in) :: x(:), y(:)
      real(8) :: total
      integer :: i
      total = 0
      do i = 1, size(x)
         total = total + x(i) * y(i)
      end do
   end function

   subroutine combine(x, factor, y)
      real(8), intent(inout) :: x(:)
      real(8), intent(in) :: factor, y(:)
      integer :: i
      do i = 1, size(x)
         x(i) = x(i) + factor * y(i)
      end do
   end subroutine

   function solve(a, b, x) result(steps)
      type(matrix), intent(in) :: a
      real(8), intent(in) :: b(:)
      real(8), intent(out) :: x(:)
      integer :: steps, i
      real(8), allocatable :: r(:), p(:), q(:)
      real(8) :: rho, next, alpha
      allocate(r(a%n), p(a%n), q(a%n))
      x = 0
      r = b
      p = r
      rho = dot(r, r)
      steps = 0
      do while (rho > 1d-10 .and. steps < 200)
         call multiply(a, p, q)
         alpha = rho / dot(p, q)
         call combine(x, alpha, p)
         call combine(r, -alpha, q)
         next = dot(r, r)
         do i = 1, a%n
            p(i) = r(i) + next / rho * p(i)
         end do
         rho = next
         steps = steps + 1
      end do
   end function

   ! Sorts by heap; the greatest is last.
   subroutine sort_values(x)
      real(8), intent(inout) :: x(:)
      integer :: i
      real(8) :: swap
      do i = size(x) / 2, 1, -1
         call sift(x, i, size(x))
      end do
      do i = size(x), 2, -1
         swap = x(1)
         x(1) = x(i)
         x(i) = swap
         call sift(x, 1, i - 1)
      end do
   end subroutine

   subroutine sift(x, start, last)
      real(8), intent(inout) :: x(:)
      integer, intent(in) :: start, last
      integer :: i, child
      real(8) :: value
      value = x(start)
      i = start
      do while (2 * i <= last)
         child = 2 * i
         if (child < last) then
            if (x(child + 1) > x(child)) child = child + 1
         end if
         if (x(child) <= value) exit
         x(i) = x(child)
         i = child
      end do
      x(i) = value
   end subroutine
end module

program stencil
   use solver
   implicit none
   type(matrix) :: a
   real(8), allocatable :: b(:), x(:), temperatures(:)
   integer :: most, side, i, steps, round
   integer(8) :: state
   character(20) :: word
   most = 40
   if (command_argument_count() > 0) then
      call get_command_argument(1, word)
      read (word, *) most
   end if
   call make_materials()
   state = 9
   do side = most / 8, most, most / 8
      allocate(b(side * side), x(side * side), temperatures(side * side))
      do i = 1, side * side
         state = mod(state * 1103515245_8 + 12345_8, 2147483648_8)
         temperatures(i) = 2d0 + mod(state / 256, 180_8)
         b(i) = mod(i, 17) - 8
      end do
      do round = 1, 2
         call assemble(a, side, temperatures)
         steps = solve(a, b, x)
         do i = 1, side * side
            temperatures(i) = 5d0 + abs(mod(x(i), 100d0))
         end do
      end do
      call sort_values(x)
      print '(i5, i5, f12.6)', side, steps, x(size(x) / 2)
      deallocate(b, x, temperatures)
   end do
end program
