import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { AlertHandling } from '@noroshi/contract/alerts/handling'
import { createReceiver } from '../../../platform/connection/live.ts'
import { fakeStorage } from '../../../platform/device/device.fake.ts'
import { alertStore, receiveAlert } from '../alert-store.ts'
import { alertOf, alertsOf } from '../alert-views.ts'
import { alertsLive } from '../alerts.live.ts'
import { alertsQuery } from '../alerts.queries.ts'
import { fakeAlert, fakePerson } from '../testing/fake-alerts.ts'
import { notesQuery } from './handling.queries.ts'

fakeStorage()

const decided: AlertHandling = {
  kind: 'fire',
  severity: null,
  reportedStage: null,
  assignee: { user: fakePerson('Ben'), group: null },
  duplicateOf: null,
  closeReason: null,
  closeNote: '',
  changedAt: '2026-11-21T09:30:00.000Z',
  version: 2,
}
const later: AlertHandling = { ...decided, kind: 'trapped', assignee: null, version: 3 }

function loadPage(alert = fakeAlert(1)) {
  const cache = new QueryClient()
  cache.setQueryData(alertsQuery('active').queryKey, { oldest: '' })
  receiveAlert(alertStore(cache), alert, 1)
  const receive = createReceiver(cache, [alertsLive])
  const apply = (handling: AlertHandling) =>
    receive('alert:handled', { alertId: alert.id, handling }, `event ${handling.version}`, { isCatchUp: false })
  return { cache, apply, alert }
}

test('a decision of another device is shown as a refetch shows it, also in the list', () => {
  const { cache, apply, alert } = loadPage()
  alertsOf(alertStore(cache), 'active', { oldest: '' })
  apply(decided)
  const refetched = loadPage({ ...fakeAlert(1), handling: decided })
  expect(alertOf(alertStore(cache), alert.id)).toEqual(alertOf(alertStore(refetched.cache), alert.id))
  expect(alertsOf(alertStore(cache), 'active', { oldest: '' })[0]?.handling).toEqual(decided)
})

test('the newest of two decisions stays, in either order, and an older reply changes nothing', () => {
  for (const order of [
    [decided, later],
    [later, decided],
  ]) {
    const { cache, apply, alert } = loadPage()
    for (const handling of order) apply(handling)
    receiveAlert(alertStore(cache), { ...alert, handling: decided }, 2)
    expect(alertOf(alertStore(cache), alert.id)?.handling).toEqual(later)
  }
})

test('a decision of another device refetches the private notes, which another assignee reads', () => {
  const { cache, apply, alert } = loadPage()
  const { queryKey } = notesQuery(alert.id)
  cache.setQueryData(queryKey, { items: [] })
  apply(decided)
  expect(cache.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
