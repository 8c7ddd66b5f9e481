import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { AlertForViewer, AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { fakeStorage } from '../../platform/device.fake.ts'
import { createReceiver } from '../../platform/live.ts'
import { setAccessToken } from '../../platform/session.ts'
import { alertsIn } from './alert-cache.ts'
import { alertChatLive, alertsLive } from './alerts.live.ts'
import { alertMessagesQuery, alertQuery, alertsQuery, respondersQuery } from './alerts.queries.ts'
import { setReader } from '../../platform/reader.ts'
import { aMessage, anAlert, person } from './testing/alerts.ts'

fakeStorage()
const ben = person('Ben')
const statuses: AlertStatus[] = ['all', 'active', 'resolved']

/** What the unit would answer to a refetch of each list. */
const answerOf = (alerts: readonly AlertForViewer[], status: AlertStatus) =>
  alerts
    .filter(({ resolvedAt }) => status === 'all' || (status === 'resolved') === (resolvedAt !== null))
    .toSorted((a, b) => (a.id > b.id ? -1 : 1))

/** A page that has loaded everything, and a way to let an event arrive. */
function pageWith(alerts: readonly AlertForViewer[], { nextCursor = null as string | null } = {}) {
  const cache = new QueryClient()
  for (const status of statuses) {
    const items = answerOf(alerts, status)
    cache.setQueryData(alertsQuery(status).queryKey, { pages: [{ items, nextCursor }], pageParams: [null] })
  }
  for (const alert of alerts) cache.setQueryData(alertQuery(alert.id).queryKey, alert)
  const receive = createReceiver(cache, [alertsLive, alertChatLive])
  let count = 0
  return {
    cache,
    hears: (name: string, payload: unknown) => receive(name, payload, `event-${count++}`, { isCatchUp: false }),
    list: (status: AlertStatus) => alertsIn(cache.getQueryData(alertsQuery(status).queryKey)),
    alert: (id: string) => cache.getQueryData(alertQuery(id).queryKey),
  }
}

const announced = ({ viewer: _own, ...alert }: AlertForViewer) => alert

beforeEach(() => setReader({ id: ben.id, isAdmin: false }))

test('a new alert stands where a refetch shows it', () => {
  const [old, fresh] = [anAlert(1), anAlert(2)]
  const page = pageWith([old])
  page.hears('alert:new_alert', announced(fresh))
  for (const status of statuses) expect(page.list(status)).toEqual(answerOf([old, fresh], status))
})

test('one’s own new alert is one’s own', () => {
  const mine = anAlert(2, { raisedBy: ben, viewer: { inAudience: false, isRaiser: true } })
  const page = pageWith([])
  page.hears('alert:new_alert', announced(mine))
  expect(page.list('active')).toEqual([mine])
})

test('a changed alert keeps what this reader made of it', () => {
  const seen = anAlert(1, { viewer: { seenAt: '2026-11-21T10:00:00.000Z', answer: 'responding' } })
  const changed = { ...seen, textContent: 'and the road is blocked', version: 2 }
  const page = pageWith([seen])
  page.hears('alert:existing_alert', announced(changed))
  expect(page.alert(seen.id)).toEqual(changed)
  for (const status of statuses) expect(page.list(status)).toEqual(answerOf([changed], status))
})

test('a resolved alert leaves the active ones and joins the resolved ones; a reopened one goes back', () => {
  const [older, alert] = [anAlert(1, { resolvedAt: '2026-11-21T10:00:00.000Z', resolvedBy: ben }), anAlert(2)]
  const page = pageWith([older, alert])
  const resolved = { ...alert, resolvedBy: ben, resolvedAt: '2026-11-21T10:28:00.000Z', version: 2 }
  page.hears('alert:resolved', announced(resolved))
  for (const status of statuses) expect(page.list(status)).toEqual(answerOf([older, resolved], status))

  const reopened = { ...alert, version: 3 }
  page.hears('alert:existing_alert', announced(reopened))
  for (const status of statuses) expect(page.list(status)).toEqual(answerOf([older, reopened], status))
  expect(page.alert(alert.id)).toEqual(reopened)
})

test('an event that comes late changes nothing', () => {
  const now = anAlert(1, { version: 5, textContent: 'newest' })
  const page = pageWith([now])
  page.hears('alert:existing_alert', announced({ ...now, version: 4, textContent: 'older' }))
  expect(page.alert(now.id)).toEqual(now)
  expect(page.list('all')).toEqual([now])
})

test('an alert that was resolved does not come back with an event that is late, whatever is loaded', () => {
  const alert = anAlert(1)
  const resolved = { ...alert, resolvedBy: ben, resolvedAt: '2026-11-21T10:28:00.000Z', version: 2 }
  for (const loaded of [[resolved], [alert]]) {
    const page = pageWith(loaded)
    page.hears('alert:resolved', announced(resolved))
    page.hears('alert:existing_alert', announced(alert))
    page.hears('alert:new_alert', announced(alert))
    for (const status of statuses) expect(page.list(status)).toEqual(answerOf([resolved], status))
  }

  const home = pageWith([])
  for (const status of ['all', 'resolved'] as const) home.cache.removeQueries({ queryKey: alertsQuery(status).queryKey })
  home.hears('alert:new_alert', announced(alert))
  home.hears('alert:resolved', announced(resolved))
  home.hears('alert:new_alert', announced(alert))
  expect(home.list('active')).toEqual([])
})

test('a new alert that comes before it is known who reads is asked for, not guessed', () => {
  setReader(null)
  setAccessToken('token-1')
  const page = pageWith([])
  page.hears('alert:new_alert', announced(anAlert(1)))
  expect(page.list('active')).toEqual([])
  expect(page.cache.getQueryState(alertsQuery('active').queryKey)?.isInvalidated).toBe(true)
})

test('what lies below the loaded part of a list is left to its page', () => {
  const page = pageWith([anAlert(5)], { nextCursor: anAlert(5).id })
  page.hears('alert:new_alert', announced(anAlert(3)))
  expect(page.list('all')).toEqual([anAlert(5)])
})

test('the ledger’s counts and responders are the latest that were told', () => {
  const alert = anAlert(1)
  const page = pageWith([alert])
  const counts = { recipients: 48, delivered: 46, seen: 39, responding: 1, cannotHelp: 2 }
  page.hears('alert:ledger', { alertId: alert.id, version: 7, counts, responders: [ben] })
  page.hears('alert:ledger', { alertId: alert.id, version: 6, counts: { ...counts, seen: 12 }, responders: [] })
  expect(page.alert(alert.id)).toEqual({ ...alert, counts })
  expect(page.list('active')).toEqual([{ ...alert, counts }])
  expect(page.cache.getQueryData(respondersQuery(alert.id).queryKey)).toEqual([ben])
})

test('an answer on one device is known on the others', () => {
  const alert = anAlert(1)
  const page = pageWith([alert])
  const answered = { seenAt: '2026-11-21T10:00:00.000Z', answer: 'cannotHelp' as const }
  page.hears('alert:answered', { alertId: alert.id, ...answered })
  expect(page.alert(alert.id)?.viewer).toEqual({ ...alert.viewer, ...answered })
  expect(page.list('active')[0]?.viewer).toEqual({ ...alert.viewer, ...answered })
})

test('a message joins its chat in the thread’s order, once', () => {
  const alert = anAlert(1)
  const page = pageWith([alert])
  const key = alertMessagesQuery(alert.id).queryKey
  const older = { items: [aMessage(alert, 1), aMessage(alert, 2)], nextCursor: null }
  const newest = { items: [aMessage(alert, 3), aMessage(alert, 5)], nextCursor: '3' }
  page.cache.setQueryData(key, { pages: [newest, older], pageParams: [null, '3'] })
  for (const seq of [4, 6, 4]) page.hears('messages:new_message', aMessage(alert, seq))
  const shown = page.cache
    .getQueryData(key)
    ?.pages.toReversed()
    .flatMap(({ items }): Message[] => items)
  expect(shown).toEqual([1, 2, 3, 4, 5, 6].map((seq) => aMessage(alert, seq)))
})

test('a repeated alarm changes nothing that is known, and asks for what is not', () => {
  const known = anAlert(1)
  const page = pageWith([known])
  const stale = () => page.cache.getQueryState(alertsQuery('active').queryKey)?.isInvalidated
  page.hears('alert:repeat', { alertIds: [known.id] })
  expect([page.list('active'), stale()]).toEqual([[known], false])
  page.hears('alert:repeat', { alertIds: [known.id, anAlert(2).id] })
  expect(stale()).toBe(true)
})
