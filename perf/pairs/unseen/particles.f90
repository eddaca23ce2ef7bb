! SPDX-License-Identifier: GPL-2.0-or-later
! Copyright (C) The aprof authors
!
! Particles in a box: cells list who is near, a table gives forces, and distances are counted in bins.
! usage: particles PARTICLES

module box
   implicit none
   integer, parameter :: n_table = 400, n_bins = 50
   real(8), parameter :: reach = 1d0
   real(8) :: table(n_table)
   integer(8) :: state = 5
   type cells
      integer :: side
      integer, allocatable :: head(:, :), next(:)
   end type
contains
   function random() result(value)
      real(8) :: value
      state = mod(state * 1103515245_8 + 12345_8, 2147483648_8)
      value = real(state, 8) / 2147483648d0
   end function

   subroutine make_table()
      integer :: i
      real(8) :: r
      do i = 1, n_table
         r = i * reach / n_table
         table(i) = (1d0 - r)**2 * exp(-r)
      end do
   end subroutine

   function force(distance) result(value)
      real(8), intent(in) :: distance
      real(8) :: value
      integer :: i
      i = max(1, min(n_table, int(distance * n_table / reach) + 1))
      value = table(i)
   end function

   subroutine place(n, length, x, y)
      integer, intent(in) :: n
      real(8), intent(in) :: length
      real(8), intent(out) :: x(n), y(n)
      integer :: i
      do i = 1, n
         x(i) = random() * length
         y(i) = random() * length
      end do
   end subroutine

   function cell_of(list, position) result(cell)
      type(cells), intent(in) :: list
      real(8), intent(in) :: position
      integer :: cell
      cell = max(1, min(list%side, int(position / reach) + 1))
   end function

   subroutine sort_in(list, n, length, x, y)
      type(cells), intent(inout) :: list
      integer, intent(in) :: n
      real(8), intent(in) :: length, x(n), y(n)
      integer :: i, a, b
      list%side = max(1, int(length / reach))
      if (allocated(list%head)) deallocate(list%head, list%next)
      allocate(list%head(list%side, list%side), list%next(n))
      list%head = 0
      do i = 1, n
         a = cell_of(list, x(i))
         b = cell_of(list, y(i))
         list%next(i) = list%head(a, b)
         list%head(a, b) = i
      end do
   end subroutine

   ! Adds what all particles of a cell do to one.
   subroutine add_cell(list, a, b, i, n, x, y, fx, fy)
      type(cells), intent(in) :: list
      integer, intent(in) :: a, b, i, n
      real(8), intent(in) :: x(n), y(n)
      real(8), intent(inout) :: fx(n), fy(n)
      integer :: j
      real(8) :: dx, dy, d, f
      j = list%head(a, b)
      do while (j /= 0)
         if (j /= i) then
            dx = x(i) - x(j)
            dy = y(i) - y(j)
            d = sqrt(dx * dx + dy * dy)
            if (d < reach) then
               f = force(d)
               fx(i) = fx(i) + f * dx
               fy(i) = fy(i) + f * dy
            end if
         end if
         j = list%next(j)
      end do
   end subroutine

   subroutine forces(list, n, x, y, fx, fy)
      type(cells), intent(in) :: list
      integer, intent(in) :: n
      real(8), intent(in) :: x(n), y(n)
      real(8), intent(out) :: fx(n), fy(n)
      integer :: i, a, b
      fx = 0
      fy = 0
      do i = 1, n
         do b = max(1, cell_of(list, y(i)) - 1), min(list%side, cell_of(list, y(i)) + 1)
            do a = max(1, cell_of(list, x(i)) - 1), min(list%side, cell_of(list, x(i)) + 1)
               call add_cell(list, a, b, i, n, x, y, fx, fy)
            end do
         end do
      end do
   end subroutine

   subroutine move(n, length, x, y, fx, fy)
      integer, intent(in) :: n
      real(8), intent(in) :: length, fx(n), fy(n)
      real(8), intent(inout) :: x(n), y(n)
      integer :: i
      do i = 1, n
         x(i) = min(length, max(0d0, x(i) + 0.01d0 * fx(i)))
         y(i) = min(length, max(0d0, y(i) + 0.01d0 * fy(i)))
      end do
   end subroutine

   subroutine count_distances(n, m, x, y, bins)
      integer, intent(in) :: n, m
      real(8), intent(in) :: x(n), y(n)
      integer, intent(inout) :: bins(n_bins)
      integer :: i, bin
      do i = 1, n
         bin = 1 + mod(int(2d0 * sqrt((x(i) - x(m))**2 + (y(i) - y(m))**2)), n_bins)
         bins(bin) = bins(bin) + 1
      end do
   end subroutine

   function median_bin(bins) result(bin)
      integer, intent(in) :: bins(n_bins)
      integer :: bin, total
      total = 0
      do bin = 1, n_bins
         total = total + bins(bin)
         if (2 * total >= sum(bins)) return
      end do
   end function
end module

program particles
   use box
   implicit none
   type(cells) :: list
   real(8), allocatable :: x(:), y(:), fx(:), fy(:)
   integer :: most, n, step, bins(n_bins)
   real(8) :: length
   character(20) :: word
   most = 1500
   if (command_argument_count() > 0) then
      call get_command_argument(1, word)
      read (word, *) most
   end if
   call make_table()
   do n = most / 10, most, most / 10
      length = sqrt(n / 3d0)
      allocate(x(n), y(n), fx(n), fy(n))
      call place(n, length, x, y)
      bins = 0
      do step = 1, 5
         call sort_in(list, n, length, x, y)
         call forces(list, n, x, y, fx, fy)
         call move(n, length, x, y, fx, fy)
         call count_distances(n, step, x, y, bins)
      end do
      print '(i6, i4, f12.6)', n, median_bin(bins), sum(x) / n
      deallocate(x, y, fx, fy)
   end do
end program
