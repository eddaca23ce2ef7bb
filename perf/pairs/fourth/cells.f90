! SPDX-License-Identifier: GPL-2.0-or-later
! Copyright (C) The aprof authors
!
! Moves particles that push each other away in a box: finds neighbours by cells, sums forces, moves
! particles, lets them bounce from walls, and keeps statistics of their energies by a histogram, and of
! groups by joined sets.
! usage: cells PARTICLES STEPS

module particles
   implicit none
   integer, parameter :: dp = kind(1.0d0)
   real(dp), parameter :: reach = 1.0_dp, dt = 0.002_dp
   integer, parameter :: n_bins = 64

   type :: particle
      real(dp) :: x, y, vx, vy, fx, fy
      integer :: cell = 0, next = 0, group = 0
   end type

   type(particle), allocatable :: all(:)
   integer, allocatable :: heads(:)
   real(dp) :: side = 0
   integer :: width = 0
   integer :: bins(n_bins) = 0
   integer :: seed = 4711

contains

   function random() result(value)
      real(dp) :: value
      seed = int(mod(int(seed, 8) * 16807_8, 2147483647_8))
      value = real(seed, dp) / 2147483647.0_dp
   end function

   subroutine make_particles(n)
      integer, intent(in) :: n
      integer :: i, row
      side = sqrt(real(n, dp)) * 0.8_dp
      width = int(side / reach)
      row = int(sqrt(real(n, dp))) + 1
      allocate(all(n), heads(width * width))
      do i = 1, n
         all(i)%x = (mod(i, row) + 0.2_dp + 0.6_dp * random()) * side / (row + 1)
         all(i)%y = (i / row + 0.2_dp + 0.6_dp * random()) * side / (row + 1)
         all(i)%vx = random() - 0.5_dp
         all(i)%vy = random() - 0.5_dp
      end do
   end subroutine

   function cell_of(x, y) result(cell)
      real(dp), intent(in) :: x, y
      integer :: cell
      cell = max(0, min(width - 1, int(y / side * width))) * width &
         + max(0, min(width - 1, int(x / side * width))) + 1
   end function

   subroutine fill_cells()
      integer :: i, cell
      heads = 0
      do i = 1, size(all)
         cell = cell_of(all(i)%x, all(i)%y)
         all(i)%cell = cell
         all(i)%next = heads(cell)
         heads(cell) = i
      end do
   end subroutine

   subroutine push(a, b)
      type(particle), intent(inout) :: a, b
      real(dp) :: x, y, square, force
      x = a%x - b%x
      y = a%y - b%y
      square = x * x + y * y
      if (square >= reach * reach .or. square == 0) return
      force = 40 * (reach - sqrt(square))
      a%fx = a%fx + force * x
      a%fy = a%fy + force * y
      b%fx = b%fx - force * x
      b%fy = b%fy - force * y
   end subroutine

   subroutine push_cell(i, cell)
      integer, intent(in) :: i, cell
      integer :: j
      j = heads(cell)
      do while (j /= 0)
         if (j < i) call push(all(i), all(j))
         j = all(j)%next
      end do
   end subroutine

   subroutine sum_forces()
      integer :: i, x, y, row, column
      do i = 1, size(all)
         all(i)%fx = 0
         all(i)%fy = 0
      end do
      do i = 1, size(all)
         row = (all(i)%cell - 1) / width
         column = mod(all(i)%cell - 1, width)
         do y = max(0, row - 1), min(width - 1, row + 1)
            do x = max(0, column - 1), min(width - 1, column + 1)
               call push_cell(i, y * width + x + 1)
            end do
         end do
      end do
   end subroutine

   subroutine bounce(x, v)
      real(dp), intent(inout) :: x, v
      if (x < 0) then
         x = -x
         v = -v
      else if (x > side) then
         x = 2 * side - x
         v = -v
      end if
   end subroutine

   subroutine move(p)
      type(particle), intent(inout) :: p
      p%vx = p%vx + dt * p%fx
      p%vy = p%vy + dt * p%fy
      p%x = p%x + dt * p%vx
      p%y = p%y + dt * p%vy
      call bounce(p%x, p%vx)
      call bounce(p%y, p%vy)
   end subroutine

   function energy_of(p) result(energy)
      type(particle), intent(in) :: p
      real(dp) :: energy
      energy = (p%vx * p%vx + p%vy * p%vy) / 2
   end function

   subroutine count_energies()
      integer :: i, bin
      do i = 1, size(all)
         bin = min(n_bins, 1 + int(energy_of(all(i)) * 32))
         bins(bin) = bins(bin) + 1
      end do
   end subroutine

   function group_of(i) result(group)
      integer, intent(in) :: i
      integer :: group
      group = i
      do while (all(group)%group /= group)
         all(group)%group = all(all(group)%group)%group
         group = all(group)%group
      end do
   end function

   subroutine join(i, j)
      integer, intent(in) :: i, j
      integer :: a, b
      a = group_of(i)
      b = group_of(j)
      if (a /= b) all(max(a, b))%group = min(a, b)
   end subroutine

   subroutine join_near(i, cell)
      integer, intent(in) :: i, cell
      integer :: j
      j = heads(cell)
      do while (j /= 0)
         if (j < i) then
            if ((all(i)%x - all(j)%x)**2 + (all(i)%y - all(j)%y)**2 < 0.25_dp) call join(i, j)
         end if
         j = all(j)%next
      end do
   end subroutine

   function count_groups() result(n)
      integer :: n, i, x, y, row, column
      do i = 1, size(all)
         all(i)%group = i
      end do
      do i = 1, size(all)
         row = (all(i)%cell - 1) / width
         column = mod(all(i)%cell - 1, width)
         do y = max(0, row - 1), min(width - 1, row + 1)
            do x = max(0, column - 1), min(width - 1, column + 1)
               call join_near(i, y * width + x + 1)
            end do
         end do
      end do
      n = 0
      do i = 1, size(all)
         if (all(i)%group == i) n = n + 1
      end do
   end function

   subroutine step()
      integer :: i
      call fill_cells()
      call sum_forces()
      do i = 1, size(all)
         call move(all(i))
      end do
   end subroutine

end module

program cells
   use particles
   implicit none
   integer :: n, steps, i, groups
   character(len=20) :: text
   n = 400
   steps = 20
   if (command_argument_count() >= 2) then
      call get_command_argument(1, text)
      read(text, *) n
      call get_command_argument(2, text)
      read(text, *) steps
   end if
   call make_particles(n)
   groups = 0
   do i = 1, steps
      call step()
      call count_energies()
      if (mod(i, 5) == 0) groups = groups + count_groups()
   end do
   print '(i0, 1x, i0, 1x, f0.3)', groups, maxloc(bins), sum(all%x)
end program
