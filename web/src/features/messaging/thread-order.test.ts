import { expect, test } from 'vitest'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import type { ThreadSettings } from '@noroshi/contract/messaging/thread-settings'
import { aMessage, aThread } from './testing/fake-threads.ts'
import { arrangeThreads, countedUnread, isArchived } from './thread-order.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = '2026-11-21T13:00:00.000Z'
const earlier = '2026-11-21T11:00:00.000Z'

const settings = (changes: Partial<ThreadSettings>): ThreadSettings => ({
  mutedUntil: null,
  isPinned: false,
  archivedSeq: null,
  isMarkedUnread: false,
  version: 1,
  ...changes,
})
/** Returns a thread with three messages. */
const thread = (changes: Partial<ThreadSettings>, more: Partial<MessageThread> = {}, number = 1) =>
  aThread(number, { latestMessage: aMessage(aThread(number), 3), settings: settings(changes), ...more })

test.each([
  ['an archived thread without a newer message', { archivedSeq: 3 }, true],
  ['an archived thread with a newer message', { archivedSeq: 2 }, false],
  ['a muted one with a newer message', { archivedSeq: 2, mutedUntil: later }, true],
  ['one that is muted for good, with a newer message', { archivedSeq: 2, mutedUntil: 'forever' as const }, true],
  ['one whose mute is over, with a newer message', { archivedSeq: 2, mutedUntil: earlier }, false],
  ['a thread that is not archived', {}, false],
])('%s is in the archive: %o %s', (_name, changes, isIn) => {
  expect(isArchived(thread(changes), now)).toBe(isIn)
})

test('pinned threads are first, in the order of the others, and archived ones are apart', () => {
  const [plain, first, second, gone] = [
    thread({}, {}, 4),
    thread({ isPinned: true }, {}, 3),
    thread({ isPinned: true }, {}, 2),
    thread({ isPinned: true, archivedSeq: 3 }, {}, 1),
  ]
  expect(arrangeThreads([plain, first, second, gone], now)).toEqual({ listed: [first, second, plain], archived: [gone] })
})

test.each([
  ['an unread thread counts its messages', {}, 2, 2],
  ['a thread that is marked as unread counts as one', { isMarkedUnread: true }, 0, 1],
  ['a muted thread does not count', { mutedUntil: later, isMarkedUnread: true }, 2, 0],
  ['a thread whose mute is over counts', { mutedUntil: earlier }, 2, 2],
  ['an archived thread does not count', { archivedSeq: 3 }, 2, 0],
])('%s', (_name, changes, unreadMessagesCount, counted) => {
  expect(countedUnread(thread(changes, { unreadMessagesCount }), now)).toBe(counted)
})
