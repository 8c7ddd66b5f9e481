import { expect, test } from 'vitest'
import { JitterBuffer, TARGET_MAX_MS, TARGET_MIN_MS } from './jitter-buffer.ts'

const RATE = 48_000
const MS = RATE / 1_000

/** A player that pulls blocks of 128 samples, as an audio worklet does. */
function createPlayer() {
  const buffer = new JitterBuffer(RATE)
  let next = 1
  return {
    buffer,
    /** Pushes sound whose samples are numbered from 1. */
    receive: (ms: number) => buffer.push(Float32Array.from({ length: ms * MS }, () => next++)),
    /** Returns the samples that sound within the time; silence is left out. */
    play(ms: number): number[] {
      const heard: number[] = []
      const block = new Float32Array(128)
      for (let at = 0; at < ms * MS; at += block.length) {
        buffer.pull(block)
        heard.push(...block.filter((sample) => sample !== 0))
      }
      return heard
    },
  }
}
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('sound that arrives in uneven portions plays completely and in order', () => {
  const { receive, play } = createPlayer()
  const heard: number[] = []
  for (const portion of [40, 40, 20, 60, 40]) {
    receive(portion)
    heard.push(...play(40))
  }
  heard.push(...play(200))
  expect(heard).toEqual(numbers(1, 200 * MS))
})

test('nothing plays before the target is buffered', () => {
  const { receive, play } = createPlayer()
  receive(40)
  expect(play(20)).toEqual([])
  receive(40)
  expect(play(20)).not.toEqual([])
})

test('a talk shorter than the target plays after a short wait', () => {
  const { receive, play } = createPlayer()
  receive(20)
  expect(play(200)).toEqual(numbers(1, 20 * MS))
})

test('the target rises when sound runs dry within a talk, up to the maximum', () => {
  const { buffer, receive, play } = createPlayer()
  for (let gap = 0; gap < 20; gap++) {
    receive(200)
    play(600)
  }
  expect(buffer.targetMs).toBe(TARGET_MAX_MS)
})

test('the end of each talk does not raise the target, and talks without gaps lower it again', () => {
  const { buffer, receive, play } = createPlayer()
  for (let talk = 0; talk < 5; talk++) {
    receive(200)
    play(1_000)
  }
  expect(buffer.targetMs).toBe(TARGET_MIN_MS)
  receive(200)
  play(300)
  receive(200)
  play(1_000)
  expect(buffer.targetMs).toBeGreaterThan(TARGET_MIN_MS)
  for (let talk = 0; talk < 3; talk++) {
    receive(200)
    play(1_000)
  }
  expect(buffer.targetMs).toBe(TARGET_MIN_MS)
})

test('after a stall the delay does not grow: the oldest surplus is skipped', () => {
  const { receive, play } = createPlayer()
  receive(100)
  play(50)
  receive(900)
  const heard = play(1_500)
  expect(heard.at(-1)).toBe(1_000 * MS)
  expect(heard.length).toBeLessThan(400 * MS)
})
