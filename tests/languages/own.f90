! Modules of the program that are named as namespaces of other languages, and what Fortran's library does for it.
module std
   implicit none
contains
   recursive integer function total(numbers)
      integer, intent(in) :: numbers(:)
      integer :: i
      total = 0
      do i = 1, size(numbers)
         total = total + numbers(i)
      end do
   end function
end module

module core
   implicit none
   interface unique
      module procedure unique_int
   end interface
contains
   integer function unique_int(numbers) result(count)
      integer, intent(in) :: numbers(:)
      integer :: i
      count = 0
      do i = 1, size(numbers)
         if (.not. any(numbers(1:i - 1) == numbers(i))) count = count + 1
      end do
   end function
end module

program own
   use std
   use core
   implicit none
   integer :: numbers(100), i
   do i = 1, 100
      numbers(i) = mod(i * 37, 41)
   end do
   print *, total(numbers), unique(numbers), twice(3)
contains
   integer function twice(number)
      integer, intent(in) :: number
      twice = 2 * number
   end function
end program
