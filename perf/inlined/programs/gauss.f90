! SPDX-License-Identifier: GPL-2.0-or-later
! Copyright (C) The aprof authors
!
! Systems of linear equations, by elimination.

module linear
   implicit none
   integer, parameter :: wide = kind(1.0d0)
contains
   integer function pivot_row(matrix, column)
      real(wide), intent(in) :: matrix(:, :)
      integer, intent(in) :: column
      integer :: row
      pivot_row = column
      do row = column + 1, size(matrix, 1)
         if (abs(matrix(row, column)) > abs(matrix(pivot_row, column))) pivot_row = row
      end do
   end function pivot_row

   subroutine swap_rows(matrix, a, b)
      real(wide), intent(inout) :: matrix(:, :)
      integer, intent(in) :: a, b
      real(wide) :: value
      integer :: column
      if (a == b) return
      do column = 1, size(matrix, 2)
         value = matrix(a, column)
         matrix(a, column) = matrix(b, column)
         matrix(b, column) = value
      end do
   end subroutine swap_rows

   subroutine subtract_row(matrix, from, row, first)
      real(wide), intent(inout) :: matrix(:, :)
      integer, intent(in) :: from, row, first
      real(wide) :: factor
      integer :: column
      factor = matrix(row, first) / matrix(from, first)
      do column = first, size(matrix, 2)
         matrix(row, column) = matrix(row, column) - factor * matrix(from, column)
      end do
   end subroutine subtract_row

   subroutine eliminate(matrix)
      real(wide), intent(inout) :: matrix(:, :)
      integer :: column, row
      do column = 1, size(matrix, 1)
         call swap_rows(matrix, column, pivot_row(matrix, column))
         do row = column + 1, size(matrix, 1)
            call subtract_row(matrix, column, row, column)
         end do
      end do
   end subroutine eliminate

   subroutine substitute(matrix, solution)
      real(wide), intent(in) :: matrix(:, :)
      real(wide), intent(out) :: solution(:)
      integer :: row, column, last
      last = size(solution)
      do row = last, 1, -1
         solution(row) = matrix(row, last + 1)
         do column = row + 1, last
            solution(row) = solution(row) - matrix(row, column) * solution(column)
         end do
         solution(row) = solution(row) / matrix(row, row)
      end do
   end subroutine substitute

   subroutine fill(matrix)
      real(wide), intent(out) :: matrix(:, :)
      integer :: row, column
      do column = 1, size(matrix, 2)
         do row = 1, size(matrix, 1)
            matrix(row, column) = mod(row * 31 + column * 17, 23)
            if (row == column) matrix(row, column) = matrix(row, column) + 40
         end do
      end do
   end subroutine fill
end module linear

program gauss
   use linear
   implicit none
   real(wide), allocatable :: matrix(:, :), solution(:)
   integer :: count
   count = 4
   do while (count <= 70)
      allocate (matrix(count, count + 1), solution(count))
      call fill(matrix)
      call eliminate(matrix)
      call substitute(matrix, solution)
      print '(i0, a, f10.5)', count, ': ', sum(solution)
      deallocate (matrix, solution)
      count = count + 1 + count / 6
   end do
end program gauss
