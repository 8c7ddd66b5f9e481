import { expect, test } from 'vitest'
import { createFollower, isNews, newestOf } from './use-stick-to-end.ts'

test('messages that load when an alert opens are no news; those that come afterwards are', () => {
  const [loading, opened, empty] = [newestOf(false, undefined), newestOf(true, 'first'), newestOf(true, undefined)]
  expect(isNews(loading, opened)).toBe(false)
  expect(isNews(opened, opened)).toBe(false)
  expect(isNews(opened, newestOf(true, 'second'))).toBe(true)
  expect(isNews(empty, opened)).toBe(true)
  expect(isNews(opened, empty)).toBe(false)
})

/** Beside what stands for a conversation while it loads, every reader is at the end. */
const LOADING = { scrollTop: 0, away: 0 }

function opened(away: number) {
  const follower = createFollower()
  follower.laidOut(LOADING)
  expect(follower.grown(null, LOADING, false)).toBeNull()
  expect(follower.grown('first', { scrollTop: 0, away }, false)).toBeNull()
  return follower
}

test('who opens an alert above a long conversation stays there and is told of what is new', () => {
  expect(opened(800).grown('second', { scrollTop: 0, away: 850 }, false)).toBe('tell')
  expect(opened(800).grown('second', { scrollTop: 0, away: 850 }, true)).toBe('follow')
})

test('who opens one that fits is at its end and follows it; who then scrolls up is told', () => {
  const follower = opened(0)
  expect(follower.grown('second', { scrollTop: 0, away: 300 }, false)).toBe('follow')
  expect(follower.look({ scrollTop: 300, away: 0 })).toBe(true)
  expect(follower.look({ scrollTop: 0, away: 300 })).toBe(false)
  expect(follower.grown('third', { scrollTop: 0, away: 350 }, false)).toBe('tell')
})

test('what comes late of a conversation that opened makes nobody who did not move stand at its end', () => {
  const follower = opened(0)
  follower.laidOut({ scrollTop: 0, away: 800 })
  expect(follower.grown('second', { scrollTop: 0, away: 850 }, false)).toBe('tell')
})

test('a conversation that is known already is laid out after it was looked at first', () => {
  const follower = createFollower()
  expect(follower.grown('first', { scrollTop: 0, away: Infinity }, false)).toBeNull()
  follower.laidOut({ scrollTop: 0, away: 0 })
  expect(follower.grown('second', { scrollTop: 0, away: 300 }, false)).toBe('follow')
})

test('who scrolled to the end stays there when a picture in it comes, and so does who was taken there', () => {
  const scrolled = opened(800)
  expect(scrolled.look({ scrollTop: 800, away: 0 })).toBe(true)
  scrolled.laidOut({ scrollTop: 800, away: 300 })
  expect(scrolled.grown('second', { scrollTop: 800, away: 350 }, false)).toBe('follow')
  const taken = opened(0)
  expect(taken.grown('second', { scrollTop: 0, away: 40 }, false)).toBe('follow')
  taken.laidOut({ scrollTop: 0, away: 300 })
  expect(taken.grown('third', { scrollTop: 0, away: 350 }, false)).toBe('follow')
})
