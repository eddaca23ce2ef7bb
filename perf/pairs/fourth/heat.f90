! SPDX-License-Identifier: GPL-2.0-or-later
! Copyright (C) The aprof authors
!
! Computes how heat flows in a plate: steps by lines and columns with tridiagonal systems, sources that are
! looked for in a sorted table, a sparse system that is solved by conjugate gradients, and a history of warm
! places.
! usage: heat SIZE STEPS

module plates
   implicit none
   integer, parameter :: dp = kind(1.0d0)
   integer, parameter :: n_sources = 90

   type :: source
      integer :: key
      real(dp) :: power
   end type

   type :: sparse
      integer :: n = 0
      integer, allocatable :: starts(:), columns(:)
      real(dp), allocatable :: values(:)
   end type

   type(source) :: sources(n_sources)
   real(dp), allocatable :: history(:)
   integer :: n_history = 0

contains

   function random(seed) result(value)
      integer, intent(inout) :: seed
      real(dp) :: value
      seed = int(mod(int(seed, 8) * 48271_8, 2147483647_8))
      value = real(seed, dp) / 2147483647.0_dp
   end function

   subroutine make_sources(size)
      integer, intent(in) :: size
      integer :: i, seed
      seed = 77
      do i = 1, n_sources
         sources(i)%key = (i - 1) * size * size / n_sources + 1
         sources(i)%power = random(seed)
      end do
   end subroutine

   ! Returns the power of the source at a place, or 0.
   function power_at(key) result(power)
      integer, intent(in) :: key
      real(dp) :: power
      integer :: low, high, middle
      low = 1
      high = n_sources
      power = 0
      do while (low <= high)
         middle = (low + high) / 2
         if (sources(middle)%key == key) then
            power = sources(middle)%power
            return
         else if (sources(middle)%key < key) then
            low = middle + 1
         else
            high = middle - 1
         end if
      end do
   end function

   subroutine solve_line(n, side, line)
      integer, intent(in) :: n
      real(dp), intent(in) :: side
      real(dp), intent(inout) :: line(n)
      real(dp) :: upper(n), pivot
      integer :: i
      pivot = 1 + 2 * side
      upper(1) = -side / pivot
      line(1) = line(1) / pivot
      do i = 2, n
         pivot = 1 + 2 * side + side * upper(i - 1)
         upper(i) = -side / pivot
         line(i) = (line(i) + side * line(i - 1)) / pivot
      end do
      do i = n - 1, 1, -1
         line(i) = line(i) - upper(i) * line(i + 1)
      end do
   end subroutine

   subroutine add_sources(n, plate)
      integer, intent(in) :: n
      real(dp), intent(inout) :: plate(n, n)
      integer :: i, j
      do j = 1, n
         do i = 1, n
            plate(i, j) = plate(i, j) + power_at((j - 1) * n + i)
         end do
      end do
   end subroutine

   subroutine step(n, plate, side)
      integer, intent(in) :: n
      real(dp), intent(inout) :: plate(n, n)
      real(dp), intent(in) :: side
      real(dp) :: line(n)
      integer :: i, j
      call add_sources(n, plate)
      do j = 1, n
         call solve_line(n, side, plate(:, j))
      end do
      do i = 1, n
         line = plate(i, :)
         call solve_line(n, side, line)
         plate(i, :) = line
      end do
   end subroutine

   subroutine add_history(value)
      real(dp), intent(in) :: value
      real(dp), allocatable :: larger(:)
      if (.not. allocated(history)) allocate(history(16))
      if (n_history == size(history)) then
         allocate(larger(2 * n_history))
         larger(1:n_history) = history
         call move_alloc(larger, history)
      end if
      n_history = n_history + 1
      history(n_history) = value
   end subroutine

   subroutine record(n, plate)
      integer, intent(in) :: n
      real(dp), intent(in) :: plate(n, n)
      integer :: i, j
      do j = 1, n, 5
         do i = 1, n, 5
            if (plate(i, j) > 0.001_dp) call add_history(plate(i, j))
         end do
      end do
   end subroutine

   subroutine sift(values, first, last)
      real(dp), intent(inout) :: values(:)
      integer, intent(in) :: first, last
      real(dp) :: value
      integer :: at, child
      value = values(first)
      at = first
      do
         child = 2 * at
         if (child > last) exit
         if (child < last) then
            if (values(child + 1) > values(child)) child = child + 1
         end if
         if (values(child) <= value) exit
         values(at) = values(child)
         at = child
      end do
      values(at) = value
   end subroutine

   subroutine sort(values, n)
      real(dp), intent(inout) :: values(:)
      integer, intent(in) :: n
      real(dp) :: value
      integer :: i
      do i = n / 2, 1, -1
         call sift(values, i, n)
      end do
      do i = n, 2, -1
         value = values(1)
         values(1) = values(i)
         values(i) = value
         call sift(values, 1, i - 1)
      end do
   end subroutine

   subroutine make_system(n, system)
      integer, intent(in) :: n
      type(sparse), intent(out) :: system
      integer :: i, j, row, at
      system%n = n * n
      allocate(system%starts(n * n + 1), system%columns(5 * n * n), system%values(5 * n * n))
      at = 1
      do j = 1, n
         do i = 1, n
            row = (j - 1) * n + i
            system%starts(row) = at
            call add_value(system, at, row, 4.1_dp)
            if (i > 1) call add_value(system, at, row - 1, -1.0_dp)
            if (i < n) call add_value(system, at, row + 1, -1.0_dp)
            if (j > 1) call add_value(system, at, row - n, -1.0_dp)
            if (j < n) call add_value(system, at, row + n, -1.0_dp)
         end do
      end do
      system%starts(n * n + 1) = at
   end subroutine

   subroutine add_value(system, at, column, value)
      type(sparse), intent(inout) :: system
      integer, intent(inout) :: at
      integer, intent(in) :: column
      real(dp), intent(in) :: value
      system%columns(at) = column
      system%values(at) = value
      at = at + 1
   end subroutine

   subroutine multiply(system, x, y)
      type(sparse), intent(in) :: system
      real(dp), intent(in) :: x(:)
      real(dp), intent(out) :: y(:)
      real(dp) :: sum
      integer :: row, i
      do row = 1, system%n
         sum = 0
         do i = system%starts(row), system%starts(row + 1) - 1
            sum = sum + system%values(i) * x(system%columns(i))
         end do
         y(row) = sum
      end do
   end subroutine

   function product_of(x, y) result(sum)
      real(dp), intent(in) :: x(:), y(:)
      real(dp) :: sum
      integer :: i
      sum = 0
      do i = 1, size(x)
         sum = sum + x(i) * y(i)
      end do
   end function

   subroutine conjugate(system, b, x, rounds)
      type(sparse), intent(in) :: system
      real(dp), intent(in) :: b(:)
      real(dp), intent(out) :: x(:)
      integer, intent(out) :: rounds
      real(dp), allocatable :: rest(:), way(:), image(:)
      real(dp) :: norm, next, length, first
      x = 0
      rest = b
      way = b
      allocate(image(size(b)))
      norm = product_of(rest, rest)
      first = norm
      do rounds = 1, 200
         call multiply(system, way, image)
         length = norm / product_of(way, image)
         x = x + length * way
         rest = rest - length * image
         next = product_of(rest, rest)
         if (next < 1.0e-10_dp * first) exit
         way = rest + next / norm * way
         norm = next
      end do
   end subroutine

end module

program heat
   use plates
   implicit none
   integer :: n, steps, i, rounds
   character(len=20) :: text
   real(dp), allocatable :: plate(:, :), x(:)
   type(sparse) :: system
   n = 40
   steps = 10
   if (command_argument_count() >= 1) then
      call get_command_argument(1, text)
      read(text, *) n
   end if
   if (command_argument_count() >= 2) then
      call get_command_argument(2, text)
      read(text, *) steps
   end if
   allocate(plate(n, n), x(n * n))
   plate = 0
   call make_sources(n)
   do i = 1, steps
      call step(n, plate, 0.3_dp)
      call record(n, plate)
   end do
   call sort(history, n_history)
   call make_system(n, system)
   call conjugate(system, reshape(plate, [n * n]), x, rounds)
   print '(i0, 1x, i0, 1x, f0.6, 1x, f0.6)', n_history, rounds, history(max(1, n_history / 2)), sum(x)
end program
