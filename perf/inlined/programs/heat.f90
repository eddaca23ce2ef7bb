! SPDX-License-Identifier: GPL-2.0-or-later
! Copyright (C) The aprof authors
!
! How heat spreads in plates of several sizes.

module plates
   implicit none

   type :: plate
      integer :: rows, columns
      real, allocatable :: heat(:, :)
   end type plate
contains
   function new_plate(rows, columns) result(made)
      integer, intent(in) :: rows, columns
      type(plate) :: made
      made%rows = rows
      made%columns = columns
      allocate (made%heat(0:rows + 1, 0:columns + 1))
      made%heat = 20.0
   end function new_plate

   subroutine heat_border(this, degrees)
      type(plate), intent(inout) :: this
      real, intent(in) :: degrees
      integer :: column
      do column = 1, this%columns
         if (mod(column, 3) == 0) cycle
         this%heat(0, column) = degrees
      end do
   end subroutine heat_border

   pure real function mean_around(heat, row, column)
      real, intent(in) :: heat(0:, 0:)
      integer, intent(in) :: row, column
      mean_around = (heat(row - 1, column) + heat(row + 1, column) + heat(row, column - 1) + heat(row, column + 1)) / 4
   end function mean_around

   real function largest_change(old, new)
      type(plate), intent(in) :: old, new
      integer :: row, column
      largest_change = 0
      do column = 1, old%columns
         do row = 1, old%rows
            largest_change = max(largest_change, abs(old%heat(row, column) - new%heat(row, column)))
         end do
      end do
   end function largest_change

   subroutine spread_heat(from, to)
      type(plate), intent(in) :: from
      type(plate), intent(inout) :: to
      integer :: row, column
      do column = 1, from%columns
         do row = 1, from%rows
            to%heat(row, column) = mean_around(from%heat, row, column)
         end do
      end do
   end subroutine spread_heat

   integer function warm_cells(this, degrees)
      type(plate), intent(in) :: this
      real, intent(in) :: degrees
      integer :: row, column
      warm_cells = 0
      do column = 1, this%columns
         do row = 1, this%rows
            if (this%heat(row, column) < degrees) exit
            warm_cells = warm_cells + 1
         end do
      end do
   end function warm_cells
end module plates

program heat
   use plates
   implicit none
   type(plate) :: now, next
   integer :: length, round
   length = 4
   do while (length <= 130)
      now = new_plate(length, length + 2)
      call heat_border(now, 90.0)
      next = now
      do round = 1, 6
         call spread_heat(now, next)
         if (largest_change(now, next) < 0.5) exit
         now = next
      end do
      print '(i0, a, i0, a, i0)', length, ': ', warm_cells(now, 25.0), ' warm cells after rounds: ', round
      length = length + 1 + length / 5
   end do
end program heat
