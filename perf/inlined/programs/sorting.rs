// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Sorts players, by insertion and by merging, and ranks them.

#[derive(Clone)]
struct Player {
    number: u32,
    points: u32,
}

#[cfg_attr(refr, inline(never))]
fn comes_before(a: &Player, b: &Player) -> bool {
    a.points > b.points || (a.points == b.points && a.number < b.number)
}

#[cfg_attr(refr, inline(never))]
fn insert(players: &mut Vec<Player>, player: Player) {
    let mut place = players.len();
    players.push(player.clone());
    while place > 0 && comes_before(&player, &players[place - 1]) {
        players[place] = players[place - 1].clone();
        place -= 1;
    }
    players[place] = player;
}

#[cfg_attr(refr, inline(never))]
fn sorted_by_insertion(players: &[Player]) -> Vec<Player> {
    let mut sorted = Vec::new();
    for player in players {
        insert(&mut sorted, player.clone());
    }
    sorted
}

#[cfg_attr(refr, inline(never))]
fn merge(left: Vec<Player>, right: Vec<Player>) -> Vec<Player> {
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        if comes_before(&right[j], &left[i]) {
            merged.push(right[j].clone());
            j += 1;
        } else {
            merged.push(left[i].clone());
            i += 1;
        }
    }
    merged.extend_from_slice(&left[i..]);
    merged.extend_from_slice(&right[j..]);
    merged
}

#[cfg_attr(refr, inline(never))]
fn sorted_by_merging(players: &[Player]) -> Vec<Player> {
    if players.len() < 8 {
        return sorted_by_insertion(players);
    }
    let (left, right) = players.split_at(players.len() / 2);
    merge(sorted_by_merging(left), sorted_by_merging(right))
}

#[cfg_attr(refr, inline(never))]
fn is_sorted(players: &[Player]) -> bool {
    for i in 1..players.len() {
        if comes_before(&players[i], &players[i - 1]) {
            return false;
        }
    }
    true
}

#[cfg_attr(refr, inline(never))]
fn rank_of(players: &[Player], number: u32) -> Option<usize> {
    players.iter().position(|player| player.number == number)
}

/// The sum of the ranks of all, looked up one by one.
#[cfg_attr(refr, inline(never))]
fn sum_of_ranks(players: &[Player], count: u32) -> usize {
    let mut sum = 0;
    for number in (0..count).step_by(3) {
        if let Some(rank) = rank_of(players, number) {
            sum += rank;
        }
    }
    sum
}

#[cfg_attr(refr, inline(never))]
fn make_players(count: u32) -> Vec<Player> {
    let mut players = Vec::new();
    let mut state = 19u32;
    for number in 0..count {
        state = state.wrapping_mul(69069).wrapping_add(1);
        players.push(Player { number, points: (state >> 20) % 500 });
    }
    players
}

fn main() {
    let mut count = 12;
    while count <= 1200 {
        let players = make_players(count);
        let slow = sorted_by_insertion(&players);
        let fast = sorted_by_merging(&players);
        println!("{}: {} {}, {}", count, is_sorted(&slow), is_sorted(&fast), sum_of_ranks(&fast, count));
        count += count / 4;
    }
}
