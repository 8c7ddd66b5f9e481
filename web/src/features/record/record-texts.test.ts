import { expect, test } from 'vitest'
import type { RecordEntry } from '@noroshi/contract/record/record-kinds'
import { text } from '../../platform/language/i18n.ts'
import { shortAlertName, shownEntry } from './record-texts.ts'

const ORIGINAL = '019a22cc-29e3-712d-a3d9-7b9db24dcef0'

const marked = (value: string | null): RecordEntry => ({
  seq: 2,
  at: '2026-11-30T10:00:00.000Z',
  kind: 'decided',
  payload: { by: null, subject: 'duplicate', value, note: '' },
})

test('the timeline names the original of a duplicate shortly, and the export with its whole id', () => {
  expect(shownEntry(marked(ORIGINAL), text, 'en', shortAlertName(text)).facts).toEqual([
    'Duplicate of: another alert (…b24dcef0)',
  ])
  expect(shownEntry(marked(ORIGINAL), text, 'en').facts).toEqual([`Duplicate of: ${ORIGINAL}`])
  expect(shownEntry(marked(null), text, 'en', shortAlertName(text)).facts).toEqual(['Duplicate of: none'])
})
