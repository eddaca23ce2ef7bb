// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Completes and corrects words: a trie of known words with how often they occur, the best words for a
// beginning, words that are near to a wrong one, and a cache of answers that forgets the oldest.
// usage: words WORDS QUESTIONS

package main

import (
	"container/list"
	"fmt"
	"os"
	"sort"
	"strconv"
)

const letters = 26

type node struct {
	next  [letters]*node
	times int
	most  int
}

type candidate struct {
	word  string
	times int
}

type answer struct {
	key   string
	words []candidate
}

type cache struct {
	room    int
	order   *list.List
	entries map[string]*list.Element
}

type speller struct {
	root    *node
	byLen   [16][]candidate
	cache   *cache
	words   int
	visited int
}

type random struct{ state uint32 }

func (r *random) below(n int) int {
	r.state = r.state*1664525 + 1013904223
	return int(r.state>>9) % n
}

func newCache(room int) *cache {
	return &cache{room: room, order: list.New(), entries: map[string]*list.Element{}}
}

func (c *cache) get(key string) ([]candidate, bool) {
	element, is := c.entries[key]
	if !is {
		return nil, false
	}
	c.order.MoveToFront(element)
	return element.Value.(*answer).words, true
}

func (c *cache) put(key string, words []candidate) {
	if c.order.Len() == c.room {
		last := c.order.Back()
		delete(c.entries, last.Value.(*answer).key)
		c.order.Remove(last)
	}
	c.entries[key] = c.order.PushFront(&answer{key, words})
}

func (s *speller) add(word string, times int) {
	at := s.root
	for i := 0; i < len(word); i++ {
		if times > at.most {
			at.most = times
		}
		letter := word[i] - 'a'
		if at.next[letter] == nil {
			at.next[letter] = &node{}
		}
		at = at.next[letter]
	}
	if times > at.most {
		at.most = times
	}
	if at.times == 0 {
		s.words++
		s.byLen[len(word)] = append(s.byLen[len(word)], candidate{word, times})
	}
	at.times += times
}

func (s *speller) find(beginning string) *node {
	at := s.root
	for i := 0; i < len(beginning) && at != nil; i++ {
		at = at.next[beginning[i]-'a']
	}
	return at
}

func isBetter(a, b candidate) bool {
	if a.times != b.times {
		return a.times > b.times
	}
	return a.word < b.word
}

func insertBest(best []candidate, room int, more candidate) []candidate {
	if len(best) == room {
		if !isBetter(more, best[room-1]) {
			return best
		}
		best = best[:room-1]
	}
	at := len(best)
	best = append(best, more)
	for ; at > 0 && isBetter(more, best[at-1]); at-- {
		best[at] = best[at-1]
	}
	best[at] = more
	return best
}

// Only goes where there can be better words than those that are known.
func (s *speller) collect(at *node, word []byte, room int, best []candidate) []candidate {
	s.visited++
	if len(best) == room && at.most < best[room-1].times {
		return best
	}
	if at.times > 0 {
		best = insertBest(best, room, candidate{string(word), at.times})
	}
	for letter, next := range at.next {
		if next != nil {
			best = s.collect(next, append(word, byte('a'+letter)), room, best)
		}
	}
	return best
}

func (s *speller) complete(beginning string) []candidate {
	if words, is := s.cache.get(beginning); is {
		return words
	}
	at := s.find(beginning)
	if at == nil {
		return nil
	}
	words := s.collect(at, append(make([]byte, 0, 32), beginning...), 5, nil)
	s.cache.put(beginning, words)
	return words
}

func least(a, b, c int) int {
	if b < a {
		a = b
	}
	if c < a {
		a = c
	}
	return a
}

// Returns how many letters differ, or more than the limit if these are too many.
func distance(a, b string, limit int, row []int) int {
	for j := range row[:len(b)+1] {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		lowest := i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = least(cost, row[j]+1, row[j-1]+1)
			if row[j] < lowest {
				lowest = row[j]
			}
		}
		if lowest > limit {
			return limit + 1
		}
	}
	return row[len(b)]
}

func (s *speller) correct(word string) (string, int) {
	if at := s.find(word); at != nil && at.times > 0 {
		return word, 0
	}
	found, best, times := "", 3, 0
	row := make([]int, 32)
	for length := len(word) - 2; length <= len(word)+2; length++ {
		if length < 0 || length >= len(s.byLen) {
			continue
		}
		for _, other := range s.byLen[length] {
			d := distance(word, other.word, best, row)
			if d < best || d == best && other.times > times {
				found, best, times = other.word, d, other.times
			}
		}
	}
	return found, best
}

func makeWord(r *random) string {
	parts := []string{"an", "be", "cor", "den", "el", "fir", "go", "hu", "in", "ker", "lo", "ma"}
	word := ""
	for n := 2 + r.below(3); n > 0; n-- {
		word += parts[r.below(len(parts))]
	}
	return word
}

func spoil(r *random, word string) string {
	letters := []byte(word)
	letters[r.below(len(letters))] = byte('a' + r.below(26))
	return string(letters)
}

func load(r *random, n int) (*speller, []string) {
	s := &speller{root: &node{}, cache: newCache(40)}
	var words []string
	for i := 0; i < n; i++ {
		word := makeWord(r)
		words = append(words, word)
		s.add(word, 1+r.below(500))
	}
	for i := range s.byLen {
		list := s.byLen[i]
		sort.Slice(list, func(a, b int) bool { return isBetter(list[a], list[b]) })
	}
	return s, words
}

func ask(s *speller, r *random, words []string, n int) (int, int) {
	sum, corrections := 0, 0
	for i := 0; i < n; i++ {
		word := words[r.below(len(words))]
		if i%20 == 0 {
			found, d := s.correct(spoil(r, word))
			corrections += d + len(found)
			continue
		}
		length := 1 + r.below(3)
		if r.below(3) > 0 {
			word = words[r.below(12)]
		}
		for _, found := range s.complete(word[:length]) {
			sum += found.times + len(found.word)
		}
	}
	return sum, corrections
}

func main() {
	n, questions := 1000, 1000
	if len(os.Args) > 2 {
		n, _ = strconv.Atoi(os.Args[1])
		questions, _ = strconv.Atoi(os.Args[2])
	}
	if n < 20 {
		fmt.Fprintln(os.Stderr, "usage: words WORDS QUESTIONS")
		os.Exit(2)
	}
	r := &random{4}
	s, words := load(r, n)
	sum, corrections := ask(s, r, words, questions)
	fmt.Println(s.words, sum, corrections)
}
