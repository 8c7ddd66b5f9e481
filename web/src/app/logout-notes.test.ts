import { expect, test } from 'vitest'
import { firstMessages } from '@noroshi/contract/first-messages'
import { fill, LANGUAGES } from '@noroshi/contract/i18n'
import { dropUnsent, keepUnsent } from '../features/pages/unsent.ts'
import { text } from '../platform/i18n.ts'
import { clearStored, countStored, storagePrefixes } from '../platform/storage.ts'
import { logoutNotes } from './logout-notes.ts'

test('who leaves is told what they would lose, and nothing where nothing waits', () => {
  expect(logoutNotes({ sos: 0, messages: 0, pages: 0 }, text)).toEqual([])
  expect(logoutNotes({ sos: 0, messages: 1, pages: 0 }, text)).toEqual([expect.stringMatching(/^A message .* will be lost/)])
  expect(logoutNotes({ sos: 0, messages: 0, pages: 1 }, text)).toEqual([expect.stringMatching(/on a page .* will be lost/)])
  expect(logoutNotes({ sos: 1, messages: 2, pages: 3 }, text)).toEqual([
    expect.stringMatching(/SOS .* without your name/),
    expect.stringMatching(/^2 messages .* will be lost/),
    expect.stringMatching(/on 3 pages .* will be lost/),
  ])
})

test.each(LANGUAGES)('home has the words for it from its first moment: %s', (language) => {
  for (const key of ['messages.logoutUnsent.other', 'accounts.logoutUnsentPages.other'] as const)
    expect(fill(firstMessages[key][language], { count: 3 })).toMatch(/3/)
})

test('what was written on pages and not sent is counted, whoever wrote it, until the logout that deletes it', () => {
  const unsent = { content: '{}', base: { revision: 1, content: '{}' }, clientId: 'one', changedAt: '2026-11-22T01:00:00.000Z' }
  const waiting = () => countStored(storagePrefixes.unsentPage)
  expect(waiting()).toBe(0)
  keepUnsent('ann', 'water', unsent)
  keepUnsent('ben', 'water', unsent)
  keepUnsent('ben', 'food', unsent)
  dropUnsent('ann', 'water')
  expect(waiting()).toBe(2)
  clearStored()
  expect(waiting()).toBe(0)
})
