// Functions of the program in generics, closures and methods, and what Go's library does for it.
package main

import (
	"fmt"
	"sort"
	"strings"
)

type stack[T any] struct{ items []T }

//go:noinline
func (s *stack[T]) push(item T) { s.items = append(s.items, item) }

type byLength []string

func (b byLength) Len() int           { return len(b) }
func (b byLength) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byLength) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

//go:noinline
func unique[T comparable](items []T) []T {
	var result []T
	for _, item := range items {
		found := false
		for _, other := range result {
			found = found || other == item
		}
		if !found {
			result = append(result, item)
		}
	}
	return result
}

//go:noinline
func runtimeOf(numbers []int) int {
	sum := 0
	for _, number := range numbers {
		sum += number
	}
	return sum
}

func main() {
	var numbers []int
	var words stack[string]
	for i := 0; i < 100; i++ {
		numbers = append(numbers, (i*37)%41)
		words.push(strings.Repeat("x", i%9))
	}
	sort.Slice(numbers, func(i, j int) bool { return numbers[i] < numbers[j] })
	sort.Sort(byLength(words.items))
	upper := strings.Map(func(letter rune) rune { return letter + 1 }, words.items[99])
	fmt.Println(runtimeOf(numbers), len(unique(numbers)), len(unique(words.items)), upper)
}
