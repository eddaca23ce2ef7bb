// A generic function, a method, and functions with names that compilers of C give to parts of functions.

package main

import "fmt"

type stack struct {
	items []int
}

//go:noinline
func (s *stack) total() int {
	result := 0
	for _, item := range s.items {
		result += item
	}
	return result
}

//go:noinline
func largest[T int | float64](items []T) T {
	result := items[0]
	for _, item := range items {
		if item > result {
			result = item
		}
	}
	return result
}

//go:noinline
func cold(n int) int {
	return n + 1
}

//go:noinline
func coldest(n int) int {
	return cold(n) + cold(n+1)
}

func main() {
	s := &stack{[]int{1, 2, 3}}
	fmt.Println(coldest(1), coldest(2), coldest(3))
	fmt.Println(s.total(), largest([]int{1, 2}), largest([]float64{1, 2}))
}
