// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// Goroutines. Each routine counts its own calls; at the end, the program prints the numbers. The stacks of goroutines
// grow and shrink, so the runtime copies them; goroutines wait, go on in other threads, fail and are interrupted.

package main

import (
	"fmt"
	"os"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"
)

var counts = map[string]*int64{}

func counter(name string) *int64 {
	c := new(int64)
	counts["main."+name] = c
	return c
}

var (
	nLeaf     = counter("leaf")
	nDeep     = counter("deep")
	nAllocate = counter("allocate")
	nWorker   = counter("worker")
	nStep     = counter("step")
	nParked   = counter("parked")
	nShallow  = counter("shallow")
	nCatch    = counter("catch")
	nFail     = counter("fail")
	nLocked   = counter("locked")
	nSpin     = counter("spin")
)

//go:noinline
func leaf(n int) int {
	atomic.AddInt64(nLeaf, 1)
	return 3 * n
}

// Its frames do not fit into a goroutine's first stack.
//
//go:noinline
func deep(n int) int {
	atomic.AddInt64(nDeep, 1)
	var pad [64]byte
	if n == 0 {
		return leaf(1)
	}
	pad[n%64] = byte(n)
	return deep(n-1) + int(pad[(n+1)%64]) + leaf(n)
}

//go:noinline
func allocate(n int) int {
	atomic.AddInt64(nAllocate, 1)
	var all [][]byte
	for i := 0; i < n; i++ {
		all = append(all, make([]byte, 1000))
		leaf(i)
	}
	return len(all)
}

//go:noinline
func step(n int) int {
	atomic.AddInt64(nStep, 1)
	if n%2 == 0 {
		runtime.Gosched()
	}
	return leaf(n)
}

//go:noinline
func worker(in <-chan int, out chan<- int) {
	atomic.AddInt64(nWorker, 1)
	for n := range in {
		out <- step(n) + deep(n)
	}
	close(out)
}

// Grows its stack, and waits while that is made smaller again.
//
//go:noinline
func parked(n int, ready, goOn chan bool, done *sync.WaitGroup) {
	atomic.AddInt64(nParked, 1)
	deep(n)
	ready <- true
	<-goOn
	shallow(n)
	done.Done()
}

//go:noinline
func shallow(n int) int {
	atomic.AddInt64(nShallow, 1)
	return leaf(n) + leaf(n+1)
}

//go:noinline
func fail(n int) int {
	atomic.AddInt64(nFail, 1)
	if n == 0 {
		panic("deep down")
	}
	return fail(n-1) + leaf(n)
}

//go:noinline
func catch(n int) (result int) {
	atomic.AddInt64(nCatch, 1)
	defer func() {
		if recover() != nil {
			result = leaf(n)
		}
	}()
	return fail(n)
}

//go:noinline
func locked(done chan bool) {
	atomic.AddInt64(nLocked, 1)
	runtime.LockOSThread()
	for i := 0; i < 10; i++ {
		leaf(i)
		runtime.Gosched()
	}
	deep(100)
	runtime.UnlockOSThread()
	done <- true
}

// Runs without a call, so that it is interrupted by a signal.
//
//go:noinline
func spin(n int) int {
	atomic.AddInt64(nSpin, 1)
	s := 0
	for i := 0; i < n; i++ {
		s ^= i * s
	}
	return s
}

func main() {
	for i := 1; i <= 20; i++ {
		allocate(20 * i)
	}

	in, out := make(chan int), make(chan int, 3)
	go worker(in, out)
	go func() {
		for i := 0; i < 100; i++ {
			in <- i
		}
		close(in)
	}()
	for range out {
	}

	var done sync.WaitGroup
	ready, goOn := make(chan bool), make(chan bool)
	for i := 0; i < 30; i++ {
		done.Add(1)
		go parked(100+i, ready, goOn, &done)
	}
	for i := 0; i < 30; i++ {
		<-ready
	}
	runtime.GC()
	runtime.GC()
	close(goOn)
	done.Wait()

	for i := 0; i < 20; i++ {
		catch(i)
	}

	lockedDone := make(chan bool)
	for i := 0; i < 5; i++ {
		go locked(lockedDone)
	}
	for i := 0; i < 5; i++ {
		<-lockedDone
	}

	var spinning sync.WaitGroup
	for i := 0; i < 3; i++ {
		spinning.Add(1)
		go func() { spin(3000000); spinning.Done() }()
	}
	spinning.Wait()

	var names []string
	for name := range counts {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintln(os.Stdout, *counts[name], name)
	}
}
