import { expect, test } from 'vitest'
import { firstMessages } from '@noroshi/contract/first-messages'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { textIn } from '@noroshi/contract/texts'
import { deleteUnsent, storeUnsent } from '../features/pages/unsent.ts'
import { text } from '../platform/language/i18n.ts'
import { clearStored, storedKeys, storagePrefixes } from '../platform/session/storage.ts'
import { logoutNotes } from './logout-notes.ts'

test('the logout dialog lists the unsent content that the user would lose', () => {
  expect(logoutNotes({ sos: 0, entries: 0, pages: 0, hasDrafts: false }, text)).toEqual([])
  expect(logoutNotes({ sos: 0, entries: 1, pages: 0, hasDrafts: false }, text)).toEqual([
    expect.stringMatching(/^An item .* will be lost/),
  ])
  expect(logoutNotes({ sos: 0, entries: 0, pages: 1, hasDrafts: false }, text)).toEqual([
    expect.stringMatching(/on a page .* will be lost/),
  ])
  expect(logoutNotes({ sos: 0, entries: 0, pages: 0, hasDrafts: true }, text)).toEqual([expect.stringMatching(/will be lost/)])
  expect(logoutNotes({ sos: 1, entries: 2, pages: 3, hasDrafts: false }, text)).toEqual([
    expect.stringMatching(/SOS .* without your name/),
    expect.stringMatching(/^2 items .* will be lost/),
    expect.stringMatching(/on 3 pages .* will be lost/),
  ])
})

test.each(LANGUAGES)('the first bundle contains the texts of the logout dialog: %s', (language) => {
  for (const key of ['outbox.logout', 'accounts.logoutUnsentPages'] as const) {
    expect(firstMessages).toHaveProperty([key])
    expect(textIn(language, key, { count: 3 })).toMatch(/3/)
  }
})

test('unsent page content of all users is counted until a logout deletes it', () => {
  const unsent = { content: '{}', base: { revision: 1, content: '{}' }, changedAt: '2026-11-22T01:00:00.000Z' }
  const unsentCount = () => storedKeys(storagePrefixes.unsentPage).length
  expect(unsentCount()).toBe(0)
  storeUnsent('ann', 'water', unsent)
  storeUnsent('ben', 'water', unsent)
  storeUnsent('ben', 'food', unsent)
  deleteUnsent('ann', 'water')
  expect(unsentCount()).toBe(2)
  clearStored()
  expect(unsentCount()).toBe(0)
})
