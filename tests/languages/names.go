// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// A generic function, and a method.

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

func main() {
	s := &stack{[]int{1, 2, 3}}
	fmt.Println(s.total(), largest([]int{1, 2}), largest([]float64{1, 2}))
}
