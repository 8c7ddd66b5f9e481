import { expect, test } from 'vitest'
import type { AlertHandling } from '@noroshi/contract/alerts/handling'
import { fakeAlert, fakePerson } from '../testing/fake-alerts.ts'
import { orderAlerts } from './board-order.ts'

const here = { latitude: 38.2682, longitude: 140.8694 }
const handling: AlertHandling = {
  kind: null,
  severity: null,
  reportedStage: null,
  assignee: null,
  duplicateOf: null,
  closeReason: null,
  closeNote: '',
  changedAt: '2026-11-21T09:00:00.000Z',
  version: 1,
}
const responding = { recipients: 4, delivered: 4, seen: 2, responding: 1, cannotHelp: 0 }

const near = fakeAlert(1, { counts: responding })
const unknown = fakeAlert(2, { latitude: null, longitude: null })
const far = fakeAlert(3, { latitude: 38.3 })
const duplicate = fakeAlert(4, { handling: { ...handling, duplicateOf: far.id } })
const assigned = fakeAlert(5, { handling: { ...handling, assignee: { user: fakePerson('Ben'), group: null } } })
const drill = fakeAlert(6, { isDrill: true })
const all = [drill, assigned, duplicate, far, unknown, near]

test('unattended alerts are first, oldest first, duplicates below the others of their state, and drills last', () => {
  expect(orderAlerts(all, 'stage', null)).toEqual([unknown, far, duplicate, near, assigned, drill])
})

test('alerts are ordered by age in both directions', () => {
  expect(orderAlerts(all, 'oldest', here)).toEqual([near, unknown, far, duplicate, assigned, drill])
  expect(orderAlerts(all, 'newest', here)).toEqual([drill, assigned, duplicate, far, unknown, near])
})

test('by distance, alerts without a location are last', () => {
  expect(orderAlerts(all, 'distance', here)).toEqual([near, duplicate, assigned, drill, far, unknown])
  expect(orderAlerts(all, 'distance', null)).toEqual(orderAlerts(all, 'stage', null))
})
