//! Queues with one producer and one consumer, and a buffer that always has the newest value.

use ringbuf::HeapRb;
use ringbuf::traits::{Consumer, Producer, Split};
use std::thread;

#[test]
fn rtrb_keeps_the_order() {
    let (mut producer, mut consumer) = rtrb::RingBuffer::new(2);
    let thread = thread::spawn(move || {
        producer.push(1).unwrap();
        producer.push(2).unwrap();
    });
    let mut seen = 0;
    while let Ok(value) = consumer.pop() {
        assert_eq!(value, seen + 1);
        seen = value;
    }
    thread.join().unwrap();
}

#[test]
fn ringbuf_keeps_the_order() {
    let (mut producer, mut consumer) = HeapRb::<i32>::new(2).split();
    let thread = thread::spawn(move || {
        producer.try_push(1).unwrap();
        producer.try_push(2).unwrap();
    });
    let mut seen = 0;
    while let Some(value) = consumer.try_pop() {
        assert_eq!(value, seen + 1);
        seen = value;
    }
    thread.join().unwrap();
}

#[test]
fn triple_buffers_never_go_back() {
    let (mut input, mut output) = triple_buffer::triple_buffer(&0);
    let thread = thread::spawn(move || {
        input.write(1);
        input.write(2);
    });
    let first = *output.read();
    assert!(first <= *output.read());
    thread.join().unwrap();
}
