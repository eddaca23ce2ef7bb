// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Indexes documents by their words, keeps answers in a cache, and ranks what it finds.
// usage: search DOCUMENTS

package main

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
)

type Posting struct {
	document int
	count    int
}

type Index struct {
	postings map[string][]Posting
	lengths  []int
}

type Ranker interface {
	Score(document, count, length int) int
}

type plainRanker struct{}

type weightedRanker struct {
	weights []int
}

var state uint32 = 17

func nextRandom() int {
	state = state*1664525 + 1013904223
	return int(state >> 8)
}

func (plainRanker) Score(document, count, length int) int {
	return count * 1000 / (length + 1)
}

func (r weightedRanker) Score(document, count, length int) int {
	return count * r.weights[document%len(r.weights)]
}

func splitWords(text string) []string {
	var words []string
	start := -1
	for i := 0; i < len(text); i++ {
		isLetter := text[i] >= 'a' && text[i] <= 'z' || text[i] >= '0' && text[i] <= '9'
		if isLetter && start < 0 {
			start = i
		}
		if !isLetter && start >= 0 {
			words = append(words, text[start:i])
			start = -1
		}
	}
	if start >= 0 {
		words = append(words, text[start:])
	}
	return words
}

func (x *Index) Add(document int, text string) {
	words := splitWords(text)
	x.lengths = append(x.lengths, len(words))
	for _, word := range words {
		list := x.postings[word]
		if n := len(list); n > 0 && list[n-1].document == document {
			list[n-1].count++
			continue
		}
		x.postings[word] = append(list, Posting{document, 1})
	}
}

// intersect returns the documents that are in both sorted lists.
func intersect(a, b []Posting) []Posting {
	var both []Posting
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if a[i].document < b[j].document {
			i++
		} else if a[i].document > b[j].document {
			j++
		} else {
			both = append(both, Posting{a[i].document, a[i].count + b[j].count})
			i++
			j++
		}
	}
	return both
}

type Cache struct {
	answers map[string][]int
	order   []string
	most    int
	hits    int
}

func (c *Cache) Get(query string) ([]int, bool) {
	answer, known := c.answers[query]
	if known {
		c.hits++
	}
	return answer, known
}

func (c *Cache) Put(query string, answer []int) {
	if len(c.order) == c.most {
		delete(c.answers, c.order[0])
		c.order = c.order[1:]
	}
	c.order = append(c.order, query)
	c.answers[query] = answer
}

func rank(x *Index, found []Posting, ranker Ranker, most int) []int {
	type scored struct{ document, score int }
	var list []scored
	for _, posting := range found {
		list = append(list, scored{posting.document, ranker.Score(posting.document, posting.count, x.lengths[posting.document])})
	}
	sort.Slice(list, func(i, j int) bool {
		if list[i].score != list[j].score {
			return list[i].score > list[j].score
		}
		return list[i].document < list[j].document
	})
	var documents []int
	for i := 0; i < len(list) && i < most; i++ {
		documents = append(documents, list[i].document)
	}
	return documents
}

func answer(x *Index, cache *Cache, query string, ranker Ranker) []int {
	if known, ok := cache.Get(query); ok {
		return known
	}
	var found []Posting
	for i, word := range strings.Fields(query) {
		if i == 0 {
			found = x.postings[word]
		} else {
			found = intersect(found, x.postings[word])
		}
	}
	documents := rank(x, found, ranker, 10)
	cache.Put(query, documents)
	return documents
}

func makeText() string {
	var builder strings.Builder
	for n := 20 + nextRandom()%60; n > 0; n-- {
		limit := 1 + nextRandom()%300
		builder.WriteString("w" + strconv.Itoa(nextRandom()%limit))
		builder.WriteByte(' ')
	}
	return builder.String()
}

func main() {
	most := 400
	if len(os.Args) > 1 {
		most, _ = strconv.Atoi(os.Args[1])
	}
	for n := most / 10; n <= most; n += most / 10 {
		x := &Index{postings: map[string][]Posting{}}
		for i := 0; i < n; i++ {
			x.Add(i, makeText())
		}
		cache := &Cache{answers: map[string][]int{}, most: 64}
		rankers := []Ranker{plainRanker{}, weightedRanker{[]int{3, 1, 4, 1, 5}}}
		sum := 0
		for i := 0; i < 150; i++ {
			query := fmt.Sprintf("w%d w%d", nextRandom()%8, nextRandom()%8)
			for _, document := range answer(x, cache, query, rankers[i/75]) {
				sum += document
			}
		}
		fmt.Println(n, len(x.postings), cache.hits, sum)
	}
}
