// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Makes HTML of pages in a wiki's language: headings, lists, tables, links between pages, and emphasis;
// lists which pages name others, and which are named most.
// usage: wiki PAGES

package main

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
)

type page struct {
	title string
	text  string
	links []int
	users int
	html  string
}

type site struct {
	pages   []page
	numbers map[string]int
	anchors map[string]bool
	missing map[string]int
}

type writer struct {
	parts []byte
	open  []string
}

type random struct{ state uint64 }

func (r *random) below(n int) int {
	r.state = r.state*6364136223846793005 + 1442695040888963407
	return int(r.state>>33) % n
}

func (w *writer) text(text string) {
	w.parts = append(w.parts, text...)
}

func (w *writer) start(tag string) {
	w.parts = append(w.parts, '<')
	w.parts = append(w.parts, tag...)
	w.parts = append(w.parts, '>')
	w.open = append(w.open, tag)
}

func (w *writer) end() {
	tag := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	w.parts = append(w.parts, "</"...)
	w.parts = append(w.parts, tag...)
	w.parts = append(w.parts, '>')
}

func (w *writer) isIn(tag string) bool {
	return len(w.open) > 0 && w.open[len(w.open)-1] == tag
}

func (w *writer) endAll(tags ...string) {
	for _, tag := range tags {
		for w.isIn(tag) {
			w.end()
		}
	}
}

func (w *writer) escape(c byte) {
	switch c {
	case '<':
		w.text("&lt;")
	case '>':
		w.text("&gt;")
	case '&':
		w.text("&amp;")
	default:
		w.parts = append(w.parts, c)
	}
}

func anchorOf(title string) string {
	anchor := make([]byte, 0, len(title))
	for i := 0; i < len(title); i++ {
		c := title[i]
		switch {
		case c >= 'A' && c <= 'Z':
			anchor = append(anchor, c+'a'-'A')
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			anchor = append(anchor, c)
		case len(anchor) > 0 && anchor[len(anchor)-1] != '-':
			anchor = append(anchor, '-')
		}
	}
	return string(anchor)
}

func (s *site) uniqueAnchor(title string) string {
	anchor := anchorOf(title)
	if !s.anchors[anchor] {
		s.anchors[anchor] = true
		return anchor
	}
	for i := 2; ; i++ {
		other := anchor + "-" + strconv.Itoa(i)
		if !s.anchors[other] {
			s.anchors[other] = true
			return other
		}
	}
}

func (s *site) find(title string) int {
	if number, is := s.numbers[title]; is {
		return number
	}
	return -1
}

func (s *site) link(w *writer, from int, title string) {
	number := s.find(title)
	if number < 0 {
		s.missing[title]++
		w.text("<i>")
		w.text(title)
		w.text("</i>")
		return
	}
	s.addLink(from, number)
	w.text("<a href=\"")
	w.text(strconv.Itoa(number))
	w.text(".html\">")
	w.text(title)
	w.text("</a>")
}

func (s *site) addLink(from, to int) {
	links := s.pages[from].links
	if len(links) > 0 && links[len(links)-1] == to {
		return
	}
	s.pages[from].links = append(links, to)
	s.pages[to].users++
}

func (s *site) inline(w *writer, from int, line string) {
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '[' && i+1 < len(line) && line[i+1] == '[':
			end := strings.Index(line[i:], "]]")
			if end < 0 {
				w.escape(line[i])
				continue
			}
			s.link(w, from, line[i+2:i+end])
			i += end + 1
		case line[i] == '*':
			if w.isIn("b") {
				w.end()
			} else {
				w.start("b")
			}
		default:
			w.escape(line[i])
		}
	}
	w.endAll("b")
}

func (s *site) heading(w *writer, line string) {
	level := 0
	for level < len(line) && line[level] == '=' {
		level++
	}
	title := strings.TrimSpace(strings.Trim(line, "="))
	w.text("<a name=\"")
	w.text(s.uniqueAnchor(title))
	w.text("\">")
	w.start("h" + strconv.Itoa(level))
	w.text(title)
	w.end()
}

func (s *site) row(w *writer, from int, line string) {
	w.start("tr")
	for _, cell := range strings.Split(strings.Trim(line, "|"), "|") {
		w.start("td")
		s.inline(w, from, strings.TrimSpace(cell))
		w.end()
	}
	w.end()
}

func (s *site) line(w *writer, from int, line string) {
	switch {
	case strings.HasPrefix(line, "- "):
		w.endAll("p", "table")
		if !w.isIn("ul") {
			w.start("ul")
		}
		w.start("li")
		s.inline(w, from, line[2:])
		w.end()
	case strings.HasPrefix(line, "|"):
		w.endAll("p", "ul")
		if !w.isIn("table") {
			w.start("table")
		}
		s.row(w, from, line)
	case strings.HasPrefix(line, "="):
		w.endAll("p", "ul", "table")
		s.heading(w, line)
	case line == "":
		w.endAll("p", "ul", "table")
	default:
		w.endAll("ul", "table")
		if !w.isIn("p") {
			w.start("p")
		}
		s.inline(w, from, line)
	}
}

func nextLine(text string) (string, string) {
	end := strings.IndexByte(text, '\n')
	if end < 0 {
		return text, ""
	}
	return text[:end], text[end+1:]
}

func (s *site) render(number int) {
	w := &writer{parts: make([]byte, 0, 2*len(s.pages[number].text))}
	s.anchors = map[string]bool{}
	rest := s.pages[number].text
	for rest != "" {
		var line string
		line, rest = nextLine(rest)
		s.line(w, number, line)
	}
	w.endAll("p", "ul", "table")
	s.pages[number].html = string(w.parts)
}

func (s *site) mostUsed(n int) []int {
	order := make([]int, len(s.pages))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool {
		a, b := &s.pages[order[i]], &s.pages[order[j]]
		if a.users != b.users {
			return a.users > b.users
		}
		return a.title < b.title
	})
	return order[:n]
}

func (s *site) sum() uint32 {
	sum := uint32(1)
	for i := range s.pages {
		html := s.pages[i].html
		for j := 0; j < len(html); j++ {
			sum = sum*31 + uint32(html[j])
		}
	}
	return sum
}

func titleOf(i int) string {
	return "Page " + strconv.Itoa(i*17%1000) + " of part " + strconv.Itoa(i)
}

func makeText(r *random, n int) string {
	words := []string{"water", "*stone*", "a < b", "river", "the", "old", "R&D", "town", "of", "*many* trees"}
	var text strings.Builder
	for i := 0; i < 40; i++ {
		switch r.below(8) {
		case 0:
			text.WriteString("== Chapter " + strconv.Itoa(r.below(9)) + " ==\n")
			continue
		case 1:
			text.WriteString("\n")
			continue
		case 2, 3:
			text.WriteString("- ")
		case 4:
			text.WriteString("| a | b*c* | ")
		}
		for j := 0; j < 8; j++ {
			if r.below(4) == 0 {
				text.WriteString("[[" + titleOf(r.below(n+2)) + "]] ")
			} else {
				text.WriteString(words[r.below(len(words))] + " ")
			}
		}
		text.WriteString("\n")
	}
	return text.String()
}

func main() {
	n := 100
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	if n < 10 {
		fmt.Fprintln(os.Stderr, "usage: wiki PAGES")
		os.Exit(2)
	}
	r := &random{9}
	s := &site{numbers: map[string]int{}, missing: map[string]int{}}
	for i := 0; i < n; i++ {
		s.pages = append(s.pages, page{title: titleOf(i), text: makeText(r, n)})
		s.numbers[titleOf(i)] = i
	}
	for i := range s.pages {
		s.render(i)
	}
	fmt.Println(s.mostUsed(5), len(s.missing), s.sum())
}
