import { expect, test } from 'vitest'
import { ChangeFeed } from './change-feed.ts'

test('a reader gets the changes since its position, and null if it is too far behind or everything was dropped', () => {
  const feed = new ChangeFeed()
  const start = feed.end
  feed.add('a')
  const middle = feed.end
  feed.add('b')
  feed.add('a')
  expect([feed.since(start), feed.since(middle), feed.since(feed.end)]).toEqual([['a', 'b', 'a'], ['b', 'a'], []])

  for (let count = 0; count < 20_000; count++) feed.add(String(count))
  const late = feed.end
  feed.add('last')
  expect([feed.since(start), feed.since(late)]).toEqual([null, ['last']])
  feed.clear()
  expect([feed.since(late), feed.since(feed.end)]).toEqual([null, []])
})
