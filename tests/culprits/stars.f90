! Reads positions of stars and counts pairs that are near each other, with formatted input and output
! around. The mistake: count_pairs compares all pairs.

module sky
   implicit none
contains
   subroutine observe(count, x, y)
      integer, intent(in) :: count
      real, intent(out) :: x(count), y(count)
      character(len=40) :: line
      integer :: i
      do i = 1, count
         write (line, '(f10.3, f10.3)') mod(i * 7919, 10007) / 10.0, mod(i * 104729, 10009) / 10.0
         read (line, '(f10.3, f10.3)') x(i), y(i)
      end do
   end subroutine observe

   integer function count_pairs(count, x, y, distance)
      integer, intent(in) :: count
      real, intent(in) :: x(count), y(count), distance
      integer :: i, k
      count_pairs = 0
      do i = 1, count
         do k = i + 1, count
            if (abs(x(i) - x(k)) < distance .and. abs(y(i) - y(k)) < distance) count_pairs = count_pairs + 1
         end do
      end do
   end function count_pairs

   subroutine survey(count)
      integer, intent(in) :: count
      real, allocatable :: x(:), y(:)
      allocate (x(count), y(count))
      call observe(count, x, y)
      print '(i6, a, i8, a)', count, ' stars, ', count_pairs(count, x, y, 20.0), ' pairs'
      deallocate (x, y)
   end subroutine survey
end module sky

program stars
   use sky
   implicit none
   integer :: night
   do night = 1, 18
      call survey(30 * night)
   end do
end program stars
