// Plans bookings of rooms: reads them, sorts them, and counts conflicts. The mistake: `conflicts` compares
// all pairs, though they are sorted.

use std::collections::HashMap;

#[derive(Clone, Debug)]
struct Booking {
    room: u32,
    begin: u32,
    end: u32,
}

fn generate(count: u32) -> Vec<Booking> {
    let mut state = 12345u32;
    let mut next = move |below: u32| {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        (state >> 16) % below
    };
    (0..count)
        .map(|_| {
            let begin = next(30_000);
            Booking { room: next(40), begin, end: begin + 1 + next(20) }
        })
        .collect()
}

#[inline(never)]
fn sorted(mut bookings: Vec<Booking>) -> Vec<Booking> {
    bookings.sort_by_key(|booking| (booking.begin, booking.room));
    bookings
}

#[inline(never)]
fn conflicts(bookings: &[Booking]) -> usize {
    let mut count = 0;
    for (i, a) in bookings.iter().enumerate() {
        for b in &bookings[i + 1..] {
            if a.room == b.room && a.begin < b.end && b.begin < a.end {
                count += 1;
            }
        }
    }
    count
}

fn by_room(bookings: &[Booking]) -> HashMap<u32, Vec<Booking>> {
    let mut rooms: HashMap<u32, Vec<Booking>> = HashMap::new();
    for booking in bookings {
        rooms.entry(booking.room).or_default().push(booking.clone());
    }
    rooms
}

fn plan(count: u32) -> (usize, usize) {
    let bookings = sorted(generate(count));
    (conflicts(&bookings), by_room(&bookings).len())
}

fn main() {
    for week in 1..=16 {
        let (conflicts, rooms) = plan(week * 30);
        println!("week {week}: {conflicts} conflicts in {rooms} rooms");
    }
}
