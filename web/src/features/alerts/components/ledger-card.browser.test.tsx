import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AlertForViewer, LedgerEntry } from '@noroshi/contract/alerts/alerts.http'
import type { Language } from '@noroshi/contract/i18n'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setLanguage } from '../../../platform/language/i18n.ts'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { fakeAlert, fakePerson } from '../testing/fake-alerts.ts'
import { LedgerCard } from './ledger-card.tsx'

const people = ['Kenji', 'Mei', 'Sota'].map(fakePerson)
const at = '2026-11-21T09:10:00.000Z'
const resolved = { resolvedAt: at, resolvedBy: fakePerson('Haruka') }

const anEntry = (user: LedgerEntry['user'], changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
  user,
  deliveredAt: at,
  seenAt: at,
  answer: 'responding',
  answeredAt: at,
  ...changes,
})

/** An alert to which so many users respond. */
const alertWith = (responding: number, changes: Partial<Omit<AlertForViewer, 'viewer'>> = {}) =>
  fakeAlert(1, { counts: { recipients: 48, delivered: 3, seen: 3, responding, cannotHelp: 0 }, countsVersion: 1, ...changes })

/** Shows the ledger of an alert, whose entries the server returns; null: the server returns none. */
async function show(alert: AlertForViewer, items: readonly LedgerEntry[] | null, notReached = people.slice(0, 0)) {
  vi.spyOn(window, 'fetch').mockImplementation(async () => {
    if (items === null) throw new TypeError('no network')
    return Response.json({ counts: alert.counts, countsVersion: alert.countsVersion, items, notReached })
  })
  await renderPage(<LedgerCard alert={alert} />)
}

beforeEach(() => {
  setAccessToken('token')
  setCurrentUser({ id: 'reader', isAdmin: false })
})
afterEach(async () => {
  await setLanguage('en')
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

test.each<[language: Language, responding: number, isResolved: boolean, sentence: string]>([
  ['en', 1, false, 'Kenji is responding'],
  ['en', 2, false, 'Kenji and 1 other are responding'],
  ['en', 3, false, 'Kenji and 2 others are responding'],
  ['en', 1, true, 'Kenji helped'],
  ['en', 2, true, 'Kenji and 1 other helped'],
  ['en', 3, true, 'Kenji and 2 others helped'],
  ['ja', 1, false, 'Kenjiさんが対応中'],
  ['ja', 2, false, 'Kenjiさん、ほか1人が対応中'],
  ['ja', 1, true, 'Kenjiさんが対応'],
  ['ja', 3, true, 'Kenjiさん、ほか2人が対応'],
])('in %s, the ledger of %i responders (resolved: %s) says: %s', async (language, responding, isResolved, sentence) => {
  await setLanguage(language)
  await show(
    alertWith(responding, isResolved ? resolved : {}),
    people.slice(0, responding).map((user) => anEntry(user)),
  )
  await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
})

test.each<[language: Language, responding: number, isResolved: boolean, sentence: string]>([
  ['en', 1, false, 'One is responding'],
  ['en', 2, false, '2 are responding'],
  ['en', 1, true, 'One helped'],
  ['en', 2, true, '2 helped'],
  ['ja', 1, false, '1人が対応中'],
  ['ja', 2, true, '2人が対応'],
])('in %s, the ledger of %i unknown responders (resolved: %s) says: %s', async (language, responding, isResolved, sentence) => {
  await setLanguage(language)
  await show(alertWith(responding, isResolved ? resolved : {}), null)
  await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
})

test('the ledger lists the users whom an alert did not reach, with their number, apart from the others', async () => {
  await show(
    alertWith(1),
    people.slice(0, 1).map((user) => anEntry(user)),
    people.slice(1),
  )
  await page.getByRole('button', { name: /Kenji is responding/ }).click()
  const notReached = page.getByRole('region', { name: 'Not reached: 2' })
  await expect.element(notReached.getByRole('listitem').nth(1)).toBeVisible()
  for (const { firstName } of people.slice(1)) {
    const row = notReached.getByRole('listitem').filter({ hasText: firstName })
    await expect.element(row).toMatchTextContent('Not reached')
  }
  await expect
    .element(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Kenji' }))
    .toMatchTextContent('Responding')
  expect(notReached.getByText('Kenji').query()).toBeNull()
})
