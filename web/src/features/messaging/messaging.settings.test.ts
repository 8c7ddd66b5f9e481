import { expect, test } from 'vitest'
import type { ThreadSettings } from '@noroshi/contract/messaging/thread-settings'
import { aThread, sharedThread } from './testing/fake-threads.ts'
import { answersOf, pageWith, signInBen } from './testing/messaging-page.ts'
import { receiveThread } from './thread-store.ts'

signInBen()

const settings = (version: number, changes: Partial<ThreadSettings> = {}): ThreadSettings => ({
  mutedUntil: null,
  isPinned: false,
  archivedSeq: null,
  isMarkedUnread: false,
  version,
  ...changes,
})

test('the settings of another device of Ben are shown, and an older reply does not revert them', () => {
  const thread = aThread(1)
  const page = pageWith([thread])
  const muted = settings(7, { mutedUntil: 'forever' })
  page.receive('message-threads:settings', { messageThreadId: thread.id, settings: muted })
  expect(page.shown()).toEqual(answersOf([{ ...thread, settings: muted }]))
  receiveThread(page.store, { ...thread, settings: settings(6, { isPinned: true }) })
  expect(page.thread(thread.id)?.settings).toEqual(muted)
  page.receive('message-threads:updated', sharedThread({ ...thread, version: 2 }))
  expect(page.thread(thread.id)?.settings).toEqual(muted)
})

test('the settings of a group end when Ben leaves it', () => {
  const group = aThread(1, { isGroup: true, settings: settings(7, { isPinned: true }) })
  const page = pageWith([group])
  page.receive('message-threads:removed', { id: group.id, version: 2 })
  const { settings: _ended, ...again } = group
  receiveThread(page.store, { ...again, version: 3 })
  expect(page.shown()).toEqual(answersOf([{ ...again, version: 3 }]))
})
