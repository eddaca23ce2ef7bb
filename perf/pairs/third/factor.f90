! SPDX-License-Identifier: GPL-2.0-or-later
! Copyright (C) The aprof authors
!
! Solves systems of linear equations: a matrix is factored into two triangles with partial pivoting, solutions are
! refined by their residuals, and the largest eigenvalue is estimated. SEED in the environment is that of the matrix.
! usage: factor ORDER [SYSTEMS]

module matrices
   implicit none
   integer, parameter :: real_kind = selected_real_kind(12)
   integer :: seed = 11
   integer :: most_refinements = 2
   real(real_kind), parameter :: tolerance = 1.0e-13_real_kind

contains

   real(real_kind) function random_value()
      seed = mod(seed * 1103, 65537)
      random_value = real(seed, real_kind) / 65537 - 0.5_real_kind
   end function random_value

   subroutine fill_matrix(matrix, n)
      integer, intent(in) :: n
      real(real_kind), intent(out) :: matrix(n, n)
      integer :: i, k
      do k = 1, n
         do i = 1, n
            matrix(i, k) = random_value()
         end do
         matrix(k, k) = matrix(k, k) + 4
      end do
   end subroutine fill_matrix

   integer function pivot_row(matrix, n, k)
      integer, intent(in) :: n, k
      real(real_kind), intent(in) :: matrix(n, n)
      integer :: i
      pivot_row = k
      do i = k + 1, n
         if (abs(matrix(i, k)) > abs(matrix(pivot_row, k))) pivot_row = i
      end do
   end function pivot_row

   subroutine swap_rows(matrix, n, a, b)
      integer, intent(in) :: n, a, b
      real(real_kind), intent(inout) :: matrix(n, n)
      real(real_kind) :: kept
      integer :: k
      do k = 1, n
         kept = matrix(a, k)
         matrix(a, k) = matrix(b, k)
         matrix(b, k) = kept
      end do
   end subroutine swap_rows

   subroutine eliminate(matrix, n, k)
      integer, intent(in) :: n, k
      real(real_kind), intent(inout) :: matrix(n, n)
      real(real_kind) :: factor
      integer :: i, j
      do i = k + 1, n
         matrix(i, k) = matrix(i, k) / matrix(k, k)
      end do
      do j = k + 1, n
         factor = matrix(k, j)
         do i = k + 1, n
            matrix(i, j) = matrix(i, j) - matrix(i, k) * factor
         end do
      end do
   end subroutine eliminate

   subroutine factor_matrix(matrix, n, order, is_singular)
      integer, intent(in) :: n
      real(real_kind), intent(inout) :: matrix(n, n)
      integer, intent(out) :: order(n)
      logical, intent(out) :: is_singular
      integer :: k, row
      is_singular = .false.
      do k = 1, n
         row = pivot_row(matrix, n, k)
         order(k) = row
         if (abs(matrix(row, k)) < tiny(1.0_real_kind)) then
            is_singular = .true.
            return
         end if
         if (row /= k) call swap_rows(matrix, n, row, k)
         call eliminate(matrix, n, k)
      end do
   end subroutine factor_matrix

   subroutine permute(values, order, n)
      integer, intent(in) :: n, order(n)
      real(real_kind), intent(inout) :: values(n)
      real(real_kind) :: kept
      integer :: k
      do k = 1, n
         kept = values(k)
         values(k) = values(order(k))
         values(order(k)) = kept
      end do
   end subroutine permute

   subroutine solve_triangles(factors, n, order, values)
      integer, intent(in) :: n, order(n)
      real(real_kind), intent(in) :: factors(n, n)
      real(real_kind), intent(inout) :: values(n)
      integer :: i, k
      call permute(values, order, n)
      do k = 1, n
         do i = k + 1, n
            values(i) = values(i) - factors(i, k) * values(k)
         end do
      end do
      do k = n, 1, -1
         values(k) = values(k) / factors(k, k)
         do i = 1, k - 1
            values(i) = values(i) - factors(i, k) * values(k)
         end do
      end do
   end subroutine solve_triangles

   subroutine multiply(matrix, n, values, product)
      integer, intent(in) :: n
      real(real_kind), intent(in) :: matrix(n, n), values(n)
      real(real_kind), intent(out) :: product(n)
      integer :: i, k
      product = 0
      do k = 1, n
         do i = 1, n
            product(i) = product(i) + matrix(i, k) * values(k)
         end do
      end do
   end subroutine multiply

   real(real_kind) function norm_of(values, n)
      integer, intent(in) :: n
      real(real_kind), intent(in) :: values(n)
      norm_of = sqrt(sum(values ** 2))
   end function norm_of

   ! Improves the solution with its residual until this is small.
   subroutine refine(matrix, factors, n, order, right, solution, n_refined)
      integer, intent(in) :: n, order(n)
      real(real_kind), intent(in) :: matrix(n, n), factors(n, n), right(n)
      real(real_kind), intent(inout) :: solution(n)
      integer, intent(inout) :: n_refined
      real(real_kind) :: residual(n)
      integer :: round
      do round = 1, most_refinements
         call multiply(matrix, n, solution, residual)
         residual = right - residual
         if (norm_of(residual, n) < tolerance * norm_of(right, n)) return
         call solve_triangles(factors, n, order, residual)
         solution = solution + residual
         n_refined = n_refined + 1
      end do
   end subroutine refine

   real(real_kind) function largest_eigenvalue(matrix, n)
      integer, intent(in) :: n
      real(real_kind), intent(in) :: matrix(n, n)
      real(real_kind) :: vector(n), image(n), last
      integer :: round
      vector = 1
      largest_eigenvalue = 0
      do round = 1, 40
         call multiply(matrix, n, vector, image)
         last = largest_eigenvalue
         largest_eigenvalue = norm_of(image, n)
         vector = image / largest_eigenvalue
         if (abs(largest_eigenvalue - last) < 1.0e-3_real_kind) exit
      end do
   end function largest_eigenvalue
end module matrices

program factor
   use matrices
   implicit none
   real(real_kind), allocatable :: matrix(:, :), factors(:, :), right(:), solution(:)
   integer, allocatable :: order(:)
   character(len=32) :: word
   integer :: n = 150, n_systems = 30, i, k, n_refined = 0
   logical :: is_singular
   real(real_kind) :: total = 0

   call get_command_argument(1, word)
   if (word /= '') read (word, *) n
   call get_command_argument(2, word)
   if (word /= '') read (word, *) n_systems
   call get_environment_variable('SEED', word)
   if (word /= '') read (word, *) seed
   allocate (matrix(n, n), factors(n, n), right(n), solution(n), order(n))
   call fill_matrix(matrix, n)
   factors = matrix
   call factor_matrix(factors, n, order, is_singular)
   if (is_singular) stop 3
   do i = 1, n_systems
      do k = 1, n
         right(k) = random_value()
      end do
      solution = right
      call solve_triangles(factors, n, order, solution)
      call refine(matrix, factors, n, order, right, solution, n_refined)
      total = total + sum(solution)
   end do
   write (*, '(a, f12.6, a, i0, a, f10.4)') 'sum ', total, ', refined ', n_refined, ' times, largest eigenvalue ', &
      largest_eigenvalue(matrix, n)
end program factor
