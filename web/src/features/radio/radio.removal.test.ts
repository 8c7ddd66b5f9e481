import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { call } from '../../platform/connection/http.ts'
import { createReceiver } from '../../platform/connection/live.ts'
import type { StoreDisk } from '../../platform/store/store-disk.ts'
import { setDisk } from '../../platform/store/stores.ts'
import { aThread } from '../messaging/testing/fake-threads.ts'
import {
  historyCoverage,
  latestRadioEntity,
  radioListingEntity,
  radioMessageEntity,
  removedRadioEntity,
} from './radio.entities.ts'
import { radioLive } from './radio.live.ts'
import { radioHistoryQuery, radioQuery } from './radio.queries.ts'
import { radioStore, receiveRadioRemoval, receiveRadioWatermarks, receiveRepliedMessage } from './radio-store.ts'
import { messagesOf, radioThreadsOf } from './radio-views.ts'
import { aMessage, threadId } from './testing/fake-radio.ts'

vi.mock('../../platform/connection/http.ts', () => ({ call: vi.fn() }))

const thread = aThread(1, { id: threadId, isGroup: true })

/** Creates a page that has read the radio messages of a thread. */
function pageWith(seqs: readonly number[]) {
  const cache = new QueryClient()
  const store = radioStore(cache)
  receiveRadioWatermarks(store, threadId, { deliveredSeq: 0, seenSeq: 0 })
  store.put(radioListingEntity, { id: 'all', at: 1 })
  store.put(historyCoverage, { id: threadId, ofId: threadId, at: 1, through: null })
  for (const seq of seqs) receiveRepliedMessage(store, aMessage(seq))
  const receiver = createReceiver(cache, [radioLive])
  return {
    cache,
    store,
    removed: (messageType: string, removedSeq: number) =>
      receiver('messages:removed', { MessageThreadId: threadId, messageType, removedSeq }, `${messageType} ${removedSeq}`, {
        isCatchUp: false,
      }),
    seqs: () => messagesOf(store, threadId, undefined)?.map(({ seq }) => seq),
    row: () => radioThreadsOf(store, () => thread)?.[0],
  }
}

test('removed radio messages vanish and count as heard; late copies are refused', () => {
  const page = pageWith([1, 2, 3])
  page.removed('normalChat', 3)
  expect(page.seqs()).toEqual([3, 2, 1])
  page.removed('asrChat', 2)
  expect(page.seqs()).toEqual([3])
  expect(page.row()).toMatchObject({ removedSeq: 2, seenSeq: 2, unreadRadioCount: 1, latestMessage: { seq: 3 } })
  receiveRepliedMessage(page.store, aMessage(1, { version: 2 }))
  expect(page.seqs()).toEqual([3])
  receiveRadioRemoval(page.store, threadId, 3) // from a reply
  expect(page.seqs()).toEqual([])
  expect(page.row()).toMatchObject({ removedSeq: 3, unreadRadioCount: 0, latestMessage: null })
  expect(page.store.get(latestRadioEntity, threadId)).toBeUndefined()
})

test('a page that missed the removal learns of it from the replies about the thread', async () => {
  const reply = (route: unknown) =>
    route === radioRoutes.live
      ? { radioChat: null, floor: null, messages: [], removedSeq: 1 }
      : { items: [aMessage(3)], nextCursor: null, removedSeq: 2 }
  // `as`: only these routes are read here
  vi.mocked(call).mockImplementation((async (route: unknown) => reply(route)) as typeof call)
  const page = pageWith([1, 2])
  await page.cache.fetchQuery(radioQuery(threadId))
  expect(page.seqs()).toEqual([2])
  await page.cache.fetchInfiniteQuery(radioHistoryQuery(threadId))
  expect(page.seqs()).toEqual([3])
})

test('a page deletes from disk what an earlier page has forgotten, when a reply says it again', () => {
  const page = pageWith([3])
  const trim = vi.fn(async () => undefined)
  setDisk(page.store, { trim } as Partial<StoreDisk> as StoreDisk)
  page.store.put(removedRadioEntity, { id: threadId, seq: 2 }) // from the disk
  receiveRadioRemoval(page.store, threadId, 2)
  receiveRadioRemoval(page.store, threadId, 2)
  expect(trim.mock.calls).toEqual([[radioMessageEntity, threadId, 3]])
})
