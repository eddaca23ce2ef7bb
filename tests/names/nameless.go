// The same in Go, whose linker keeps names.
package main

import "os"

//go:noinline
func sumUp(numbers []int) int {
	sum := 0
	for _, number := range numbers {
		sum += number
	}
	return sum
}

//go:noinline
func sumAll(numbers []int) int {
	sum := 0
	for i := range numbers {
		sum += sumUp(numbers[:i])
	}
	return sum
}

func main() {
	numbers := make([]int, 200)
	sum := 0
	for i := 10; i <= 200; i += 10 {
		sum += sumAll(numbers[:i])
	}
	os.Exit(sum)
}
