! SPDX-License-Identifier: GPL-2.0-or-later
! Copyright (C) The aprof authors
!
! Fortran: a module with an array argument of any shape, a recursive function, an internal procedure.

module smoothing
   implicit none
contains

   subroutine smooth(values, rounds)
      real, intent(inout) :: values(:)
      integer, intent(in) :: rounds
      real :: next(size(values))
      integer :: round, i
      do round = 1, rounds
         next = values
         do i = 2, size(values) - 1
            next(i) = mean(values(i-1), values(i), values(i+1))
         end do
         values = next
      end do
   end subroutine smooth

   pure real function mean(a, b, c)
      real, intent(in) :: a, b, c
      mean = (a + b + c) / 3
   end function mean

   recursive integer function ackermann(m, n) result(value)
      integer, intent(in) :: m, n
      if (m == 0) then
         value = n + 1
      else if (n == 0) then
         value = ackermann(m - 1, 1)
      else
         value = ackermann(m - 1, ackermann(m, n - 1))
      end if
   end function ackermann

end module smoothing

program main
   use smoothing
   implicit none
   real :: values(100)
   integer :: i
   values = [(real(modulo(i * 37, 100)), i = 1, 100)]
   call smooth(values, 10)
   call report(sum(values))
   print '(i0)', ackermann(2, 3)
contains
   subroutine report(total)
      real, intent(in) :: total
      print '(f0.1)', total
   end subroutine report
end program main
