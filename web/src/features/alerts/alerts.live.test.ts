import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AlertForViewer, AlertMedia, AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import { fakeStorage } from '../../platform/device/device.fake.ts'
import { createReceiver } from '../../platform/connection/live.ts'
import { setAccessToken } from '../../platform/session/session.ts'
import { personEntity } from '../../platform/store/known-people.ts'
import { putReply, replyOf } from '../../platform/store/replies.ts'
import { alertStore, receiveAlert } from './alert-store.ts'
import { alertOf, alertsOf } from './alert-views.ts'
import { ledgerEntity, respondersEntity } from './alerts.entities.ts'
import { alertsLive } from './alerts.live.ts'
import { alertQuery, alertsQuery } from './alerts.queries.ts'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { fakeAlert, fakePerson } from './testing/fake-alerts.ts'

fakeStorage()
const ben = fakePerson('Ben')
const statuses: AlertStatus[] = ['all', 'active', 'resolved']

/** Returns the items that a refetch of a list would return. */
const refetched = (alerts: readonly AlertForViewer[], status: AlertStatus) =>
  alerts
    .filter(({ resolvedAt }) => status === 'all' || (status === 'resolved') === (resolvedAt !== null))
    .toSorted((a, b) => (a.id > b.id ? -1 : 1))

/** Returns a page that has loaded the alerts down to an id, and a function that applies an event to it. */
function loadPage(alerts: readonly AlertForViewer[], { oldest = '' } = {}) {
  const cache = new QueryClient()
  const store = alertStore(cache)
  for (const status of statuses) cache.setQueryData(alertsQuery(status).queryKey, { oldest })
  for (const alert of alerts) {
    receiveAlert(store, alert, 1)
    cache.setQueryData(alertQuery(alert.id).queryKey, alert.id)
  }
  const receive = createReceiver(cache, [alertsLive])
  let count = 0
  return {
    cache,
    applyEvent: (name: string, payload: unknown) => receive(name, payload, `event-${count++}`, { isCatchUp: false }),
    list: (status: AlertStatus) => alertsOf(store, status, { oldest }),
    alert: (id: string) => alertOf(store, id),
    responders: (id: string) => store.get(respondersEntity, id)?.responders,
  }
}

const withoutViewer = ({ viewer: _own, ...alert }: AlertForViewer) => alert

/** Returns the payload of a change event, which contains only the added files. */
function changePayload({ viewer: _own, alertMedias, ...alert }: AlertForViewer, added: readonly AlertMedia[] = []) {
  return { ...alert, addedMedias: [...added], mediaCount: alertMedias.length }
}

const fakeMedia = (number: number): AlertMedia => ({
  id: `01990009-0000-7000-8000-${String(number).padStart(12, '0')}`,
  type: 'image/jpeg',
  mediaUrl: `/backend/uploads/${number}`,
  previewUrl: null,
  width: 40,
  height: 30,
  size: 5,
  previewName: `${number}.jpg`,
  caption: '',
  updatedAt: '2026-11-21T10:00:00.000Z',
})

beforeEach(() => setCurrentUser({ id: ben.id, isAdmin: false }))

test('a new alert is inserted where a refetch shows it', () => {
  const [old, fresh] = [fakeAlert(1), fakeAlert(2)]
  const page = loadPage([old])
  page.applyEvent('alert:new_alert', withoutViewer(fresh))
  for (const status of statuses) expect(page.list(status)).toEqual(refetched([old, fresh], status))
})

test('a new alert of the user has them as its raiser', () => {
  const own = fakeAlert(2, { raisedBy: ben, viewer: { inAudience: false, isRaiser: true } })
  const page = loadPage([])
  page.applyEvent('alert:new_alert', withoutViewer(own))
  expect(page.list('active')).toEqual([own])
})

test('a changed alert keeps the answer of the reader', () => {
  const seen = fakeAlert(1, { viewer: { seenAt: '2026-11-21T10:00:00.000Z', answer: 'responding' } })
  const changed = { ...seen, textContent: 'and the road is blocked', version: 2 }
  const page = loadPage([seen])
  page.applyEvent('alert:existing_alert', changePayload(changed))
  expect(page.alert(seen.id)).toEqual(changed)
  for (const status of statuses) expect(page.list(status)).toEqual(refetched([changed], status))
})

test('a resolved alert moves from the active to the resolved list, and back when it is reopened', () => {
  const [older, alert] = [fakeAlert(1, { resolvedAt: '2026-11-21T10:00:00.000Z', resolvedBy: ben }), fakeAlert(2)]
  const page = loadPage([older, alert])
  const resolved = { ...alert, resolvedBy: ben, resolvedAt: '2026-11-21T10:28:00.000Z', version: 2 }
  page.applyEvent('alert:resolved', changePayload(resolved))
  for (const status of statuses) expect(page.list(status)).toEqual(refetched([older, resolved], status))

  const reopened = { ...alert, version: 3 }
  page.applyEvent('alert:existing_alert', changePayload(reopened))
  for (const status of statuses) expect(page.list(status)).toEqual(refetched([older, reopened], status))
  expect(page.alert(alert.id)).toEqual(reopened)
})

test('files that a change adds are kept with the known files, also after another change', () => {
  const alert = fakeAlert(1, { alertMedias: [fakeMedia(1)] })
  const page = loadPage([alert])
  const added = { ...alert, alertMedias: [fakeMedia(1), fakeMedia(2), fakeMedia(3)], version: 2 }
  page.applyEvent('alert:existing_alert', changePayload(added, [fakeMedia(2), fakeMedia(3)]))
  expect(page.alert(alert.id)).toEqual(added)
  const moved = { ...added, latitude: 38.3, version: 3 }
  page.applyEvent('alert:existing_alert', changePayload(moved))
  expect(page.alert(alert.id)).toEqual(moved)
  for (const status of statuses) expect(page.list(status)).toEqual(refetched([moved], status))
})

test('a file whose transcript follows replaces the known one, and an older event changes nothing', () => {
  const before = fakeAlert(1, { alertMedias: [fakeMedia(1), fakeMedia(2)] })
  const page = loadPage([before])
  const transcript = { language: 'en', state: 'complete', text: 'the road', isCorrected: false } as const
  const noted = { ...fakeMedia(1), transcript }
  const changed = { ...before, version: 3, alertMedias: [noted, fakeMedia(2)] }
  page.applyEvent('alert:existing_alert', changePayload(changed, [noted]))
  page.applyEvent('alert:existing_alert', changePayload({ ...before, version: 2 }, [fakeMedia(1)]))
  expect(page.alert(before.id)).toEqual(changed)
})

test('a different number of files, after a missed event, refetches the alert', () => {
  const alert = fakeAlert(1)
  const page = loadPage([alert])
  const isStale = () =>
    [alertsQuery('active').queryKey, alertQuery(alert.id).queryKey].map((key) => page.cache.getQueryState(key)?.isInvalidated)
  const changed = { ...alert, alertMedias: [fakeMedia(1), fakeMedia(2)], version: 3 }
  page.applyEvent('alert:existing_alert', changePayload(changed, [fakeMedia(2)]))
  expect(page.alert(alert.id)).toEqual({ ...changed, alertMedias: [fakeMedia(2)] })
  expect(isStale()).toEqual([true, true])

  const whole = loadPage([changed])
  whole.applyEvent('alert:existing_alert', changePayload({ ...changed, version: 2, alertMedias: [fakeMedia(1)] }, [fakeMedia(1)]))
  expect(whole.alert(alert.id)).toEqual(changed)
  expect(whole.cache.getQueryState(alertQuery(alert.id).queryKey)?.isInvalidated).toBe(false)
})

test('a late event changes nothing', () => {
  const now = fakeAlert(1, { version: 5, textContent: 'newest' })
  const page = loadPage([now])
  page.applyEvent('alert:existing_alert', changePayload({ ...now, version: 4, textContent: 'older' }))
  expect(page.alert(now.id)).toEqual(now)
  expect(page.list('all')).toEqual([now])
})

test('a late event does not bring a resolved alert back', () => {
  const alert = fakeAlert(1)
  const resolved = { ...alert, resolvedBy: ben, resolvedAt: '2026-11-21T10:28:00.000Z', version: 2 }
  for (const loaded of [[resolved], [alert]]) {
    const page = loadPage(loaded)
    page.applyEvent('alert:resolved', changePayload(resolved))
    page.applyEvent('alert:existing_alert', changePayload(alert))
    page.applyEvent('alert:new_alert', withoutViewer(alert))
    for (const status of statuses) expect(page.list(status)).toEqual(refetched([resolved], status))
  }

  const home = loadPage([])
  home.applyEvent('alert:new_alert', withoutViewer(alert))
  home.applyEvent('alert:resolved', changePayload(resolved))
  home.applyEvent('alert:new_alert', withoutViewer(alert))
  expect(home.list('active')).toEqual([])
})

test('a new alert that arrives before the user is loaded refetches the lists', () => {
  setCurrentUser(null)
  setAccessToken('token-1')
  const page = loadPage([])
  page.applyEvent('alert:new_alert', withoutViewer(fakeAlert(1)))
  expect(page.list('active')).toEqual([])
  expect(page.cache.getQueryState(alertsQuery('active').queryKey)?.isInvalidated).toBe(true)
})

test('a deleted alert leaves every list, and no late event brings it back', () => {
  const [kept, deleted] = [fakeAlert(1), fakeAlert(2)]
  const page = loadPage([kept, deleted])
  page.applyEvent('alert:deleted', { alertId: deleted.id })
  page.applyEvent('alert:existing_alert', changePayload({ ...deleted, version: 9 }))
  for (const status of statuses) expect(page.list(status)).toEqual(refetched([kept], status))
  expect(page.alert(deleted.id)).toBeUndefined()
})

test('a new alert below the loaded part of a list is not inserted', () => {
  const page = loadPage([fakeAlert(5)], { oldest: fakeAlert(5).id })
  page.applyEvent('alert:new_alert', withoutViewer(fakeAlert(3)))
  expect(page.list('all')).toEqual([fakeAlert(5)])
})

test('the counts and responders of the newest ledger event are kept', () => {
  const alert = fakeAlert(1)
  const page = loadPage([alert])
  const counts = { recipients: 48, delivered: 46, seen: 39, responding: 1, cannotHelp: 2 }
  page.applyEvent('alert:ledger', { alertId: alert.id, version: 7, counts, responders: [ben] })
  page.applyEvent('alert:ledger', { alertId: alert.id, version: 6, counts: { ...counts, seen: 12 }, responders: [] })
  const counted = { ...alert, counts, countsVersion: 7 }
  expect(page.alert(alert.id)).toEqual(counted)
  expect(page.list('active')).toEqual([counted])
  expect(page.responders(alert.id)).toEqual([ben])
})

test('an answer on another device updates the alert', () => {
  const alert = fakeAlert(1)
  const page = loadPage([alert])
  const answered = { seenAt: '2026-11-21T10:00:00.000Z', answer: 'cannotHelp' as const, version: 2 }
  page.applyEvent('alert:answered', { alertId: alert.id, ...answered })
  page.applyEvent('alert:answered', { alertId: alert.id, seenAt: answered.seenAt, answer: null, version: 1 })
  expect(page.alert(alert.id)?.viewer).toEqual({ ...alert.viewer, ...answered })
  expect(page.list('active')[0]?.viewer).toEqual({ ...alert.viewer, ...answered })
})

test('a repeated alarm refetches the lists only for an unknown alert', () => {
  const known = fakeAlert(1)
  const page = loadPage([known])
  const isStale = () => page.cache.getQueryState(alertsQuery('active').queryKey)?.isInvalidated
  page.applyEvent('alert:repeat', { alertIds: [known.id] })
  expect([page.list('active'), isStale()]).toEqual([[known], false])
  page.applyEvent('alert:repeat', { alertIds: [known.id, fakeAlert(2).id] })
  expect(isStale()).toBe(true)
})

test('after a change of many alerts the lists and the open alert are refetched once', async () => {
  vi.useFakeTimers()
  try {
    const alert = fakeAlert(1)
    const page = loadPage([alert])
    const keys = [...statuses.map((status) => alertsQuery(status).queryKey), alertQuery(alert.id).queryKey]
    const invalidated = () => keys.map((key) => page.cache.getQueryState(key)?.isInvalidated)
    const invalidate = vi.spyOn(page.cache, 'invalidateQueries')
    for (let event = 0; event < 12; event++) {
      page.applyEvent('alert:list_changed', {})
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(invalidated()).toEqual(keys.map(() => false))
    await vi.advanceTimersByTimeAsync(2000)
    expect(invalidated()).toEqual(keys.map(() => true))
    expect(invalidate).toHaveBeenCalledTimes(2) // the lists, the open alerts
  } finally {
    vi.useRealTimers()
  }
})

test('a released alert that an administrator knew as muted is shown as any other', () => {
  const muted = fakeAlert(1, { isMuted: true })
  const page = loadPage([muted])
  const { isMuted: _gone, ...released } = { ...muted, version: 2 }
  page.applyEvent('alert:new_alert', withoutViewer(released))
  expect(page.alert(muted.id)).toEqual(released)
  for (const status of statuses) expect(page.list(status)).toEqual(refetched([released], status))
})

test('a new name of the raiser is shown in their alerts, and a reply with the earlier name does not bring it back', () => {
  const alert = fakeAlert(1)
  const page = loadPage([alert])
  const renamed = { ...fakePerson('Haruka'), fullName: 'Haruka Sato' }
  alertStore(page.cache).put(personEntity, { id: renamed.id, version: 2, person: renamed })
  receiveAlert(alertStore(page.cache), alert, 2)
  expect(page.alert(alert.id)).toEqual({ ...alert, raisedBy: renamed })
  expect(page.list('active')).toEqual([{ ...alert, raisedBy: renamed }])
})

test('a drill of the reader is an alarm for them, and an SOS of the reader is not', () => {
  setAccessToken('a token')
  setCurrentUser({ id: ben.id, isAdmin: false })
  const { applyEvent, list } = loadPage([])
  const [drill, sos] = [fakeAlert(1, { raisedBy: ben, isDrill: true }), fakeAlert(2, { raisedBy: ben })]
  for (const alert of [drill, sos]) applyEvent('alert:new_alert', withoutViewer(alert))
  expect(list('active').map(({ id, viewer }) => ({ id, ...viewer }))).toMatchObject([
    { id: sos.id, inAudience: false, isRaiser: true },
    { id: drill.id, inAudience: true, isRaiser: true },
  ])
})

test('the ledger that the user has read is dropped with its alert', () => {
  const alert = fakeAlert(1)
  const page = loadPage([alert])
  const entry = { user: ben, deliveredAt: alert.createdAt, seenAt: null, answer: null, answeredAt: null }
  putReply(alertStore(page.cache), ledgerEntity, alert.id, [entry])
  expect(replyOf(alertStore(page.cache), ledgerEntity, alert.id)).toEqual([entry])
  page.applyEvent('alert:deleted', { alertId: alert.id })
  expect(replyOf(alertStore(page.cache), ledgerEntity, alert.id)).toBeUndefined()
})
