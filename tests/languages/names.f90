! A procedure of a module, one outside modules, and one inside another.

module core
   implicit none
contains
   integer function total(items)
      integer, intent(in) :: items(:)
      integer :: i
      total = 0
      do i = 1, size(items)
         total = total + items(i)
      end do
   end function
end module

subroutine fill_all(items, count)
   implicit none
   integer, intent(in) :: count
   integer, intent(out) :: items(count)
   integer :: i
   do i = 1, count
      items(i) = value(i)
   end do
contains
   integer function value(i)
      integer, intent(in) :: i
      value = mod(i * count, 7)
   end function
end subroutine

program names
   use core
   implicit none
   integer :: items(10)
   call fill_all(items, 10)
   print '(i0)', total(items)
end program
