import { expect, test } from 'vitest'
import { firstMessages } from '@noroshi/contract/first-messages'
import { fill, LANGUAGES } from '@noroshi/contract/i18n'
import { text } from '../platform/i18n.ts'
import { logoutNotes } from './logout-notes.ts'

test('who leaves is told what they would lose, and nothing where nothing waits', () => {
  expect(logoutNotes({ sos: 0, messages: 0 }, text)).toEqual([])
  expect(logoutNotes({ sos: 0, messages: 1 }, text)).toEqual([expect.stringMatching(/^A message .* will be lost/)])
  expect(logoutNotes({ sos: 1, messages: 2 }, text)).toEqual([
    expect.stringMatching(/SOS .* without your name/),
    expect.stringMatching(/^2 messages .* will be lost/),
  ])
})

test.each(LANGUAGES)('home has the words for it from its first moment: %s', (language) => {
  expect(fill(firstMessages['messages.logoutUnsent.other'][language], { count: 3 })).toMatch(/3/)
})
