import { expect, test } from 'vitest'
import { draftOf, forgetDrafts, keepDraft } from './drafts.ts'

test('what somebody began to write is there when they come back to the thread, and gone with them', () => {
  keepDraft('thread', 'We are at')
  expect([draftOf('thread'), draftOf('another')]).toEqual(['We are at', ''])
  forgetDrafts()
  expect(draftOf('thread')).toBe('')
})
