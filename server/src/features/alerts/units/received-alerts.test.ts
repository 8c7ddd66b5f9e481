import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import {
  carry,
  confirmBoth,
  exchangeAll,
  forgeFile,
  forgeSegment,
  foundGroup,
  type Hall,
  joinByCode,
  laneOf,
  openGroup,
  openHall,
  readFile,
} from '#/testing/scenes/units.ts'
import { laneRows } from '#/features/units/lanes.sql.ts'
import { BUILT_IN_GROUP } from '../groups/alert-groups-admin.sql.ts'
import { repeatDueAlarms } from '../reach/repeats.service.ts'
import { alertKind } from './received-alerts.service.ts'

const FLAGS = { isAnonymous: false, takesNewUsers: false }

/** Creates a group of all units with the administrator as its member. */
async function createShared({ admin }: Hall, name: string, isAnonymous = false): Promise<string> {
  const { id } = await admin.fetch(alertGroupRoutes.create, { body: { ...FLAGS, name, isAnonymous, isShared: true } })
  await admin.fetch(alertGroupRoutes.addMembers, { params: { id }, body: { userIds: [admin.id] } })
  return id
}

const join = ({ admin }: Hall, id: string) =>
  admin.fetch(alertGroupRoutes.addMembers, { params: { id }, body: { userIds: [admin.id] } })
const raise = ({ admin }: Hall, textContent: string) => admin.fetch(alertRoutes.raise, { body: { textContent } })
const alertsOf = async ({ admin }: Hall) => (await admin.fetch(alertRoutes.list)).items

test('an alert over a link alarms the members at the other unit, whose answers return; only its home unit resolves it', async () => {
  await using hall = await openHall('Hall')
  await using gym = await openHall('Gym')
  await foundGroup(hall)
  await joinByCode(hall, gym)
  await confirmBoth(hall, gym)
  await exchangeAll(gym)
  await exchangeAll(hall)
  const groupId = await createShared(hall, 'Rescue')
  await exchangeAll(gym)
  expect((await gym.admin.fetch(alertGroupRoutes.list)).items).toContainEqual(
    expect.objectContaining({ id: groupId, name: 'Rescue', isShared: true, unitName: 'Hall', memberCount: 0 }),
  )
  const renamed = { params: { id: groupId }, body: { ...FLAGS, name: 'Other' } }
  expect(await gym.admin.request(alertGroupRoutes.update, renamed)).toMatchObject({ body: { code: 'alertGroup.ofOtherUnit' } })
  await join(gym, groupId)
  const [atGym, atHall] = [await gym.admin.openSocket(), await hall.admin.openSocket()]

  const { id } = await raise(hall, 'Fire in the kitchen')
  await exchangeAll(gym)
  await atGym.settle()
  expect(atGym.payloadsOf('alert:new_alert')).toMatchObject([
    { id, textContent: 'Fire in the kitchen', raisedBy: { firstName: 'Hana' }, origin: { unitName: 'Hall', isLate: false } },
  ])
  const answer = { params: { id }, body: { answer: 'responding' } } as const
  await gym.admin.fetch(alertRoutes.answer, answer)
  await exchangeAll(gym)
  await atHall.settle()
  expect(atHall.payloadsOf('alert:ledger').at(-1)).toMatchObject({ alertId: id, counts: { responding: 1, seen: 1 } })
  expect((await hall.admin.fetch(alertRoutes.ledger, { params: { id } })).items).toMatchObject([
    { user: { firstName: 'Gen' }, unitName: 'Gym', answer: 'responding' },
  ])
  const own = (await alertsOf(hall))[0]
  expect(own).toMatchObject({ counts: { recipients: 1, responding: 1 } })
  expect(own?.origin).toBeUndefined()

  expect(await gym.admin.request(alertRoutes.resolve, { body: { AlertId: id } })).toMatchObject({ status: 403 })
  await hall.admin.fetch(alertRoutes.resolve, { body: { AlertId: id, reason: 'falseAlarm' } })
  await exchangeAll(gym)
  await atGym.settle()
  expect(atGym.payloadsOf('alert:resolved')).toMatchObject([{ id, resolvedBy: { firstName: 'Hana' } }])
  expect(await alertsOf(gym)).toMatchObject([{ id, handling: { closeReason: 'falseAlarm' }, viewer: { answer: 'responding' } }])
  await hall.admin.fetch(alertRoutes.reopen, { params: { id } })
  await exchangeAll(gym)
  expect(await alertsOf(gym)).toMatchObject([{ id, resolvedAt: null }])
})

test('an alert that a file brings late is listed without an alarm, and drills and alerts of own groups never leave', async () => {
  await using group = await openGroup()
  const { hall, gym } = group
  const groupId = await createShared(hall, 'Rescue', true)
  await carry(hall, gym)
  await join(gym, groupId)
  const socket = await gym.admin.openSocket()
  const { id } = await raise(hall, 'late-fire')
  const anonymous = await hall.server.visitor.fetch(alertRoutes.raise, { body: { textContent: 'late-smoke' } })
  await hall.admin.fetch(drillRoutes.start, { body: { groupIds: [groupId], clientId: randomUUID() } })
  const [ren] = await hall.server.people('Canary')
  await ren.fetch(alertRoutes.raise, { body: { textContent: 'stays-here' } })
  for (const { server } of [hall, gym]) server.clock.advance({ hours: 2 })
  await carry(hall, gym)
  await repeatDueAlarms(gym.server.deps)
  await socket.settle()
  expect(socket.payloadsOf('alert:new_alert')).toEqual([])
  expect(socket.payloadsOf('alert:repeat')).toEqual([])
  expect(socket.payloadsOf('alert:list_changed')).not.toEqual([])
  const late = { unitName: 'Hall', isLate: true }
  expect(await alertsOf(gym)).toMatchObject([
    { id: anonymous.id, raisedBy: null, origin: late },
    { id, raisedBy: { firstName: 'Hana' }, origin: late },
  ])
  const segments = await hall.segments()
  expect(segments).toContain('late-fire')
  for (const hidden of ['stays-here', 'Canary', '"source"']) expect(segments).not.toContain(hidden)

  // The words of an alert go with its deletion at its home unit. Another unit deletes it for itself alone.
  await gym.server.db.deleteFrom('alerts').where('id', '=', anonymous.id).execute()
  await hall.server.db.deleteFrom('alert_ledger').where('alert_id', '=', id).execute()
  await hall.server.db.deleteFrom('alerts').where('id', '=', id).execute()
  await exchangeAll(hall)
  await carry(hall, gym)
  expect(await alertsOf(gym)).toEqual([])
  expect(await alertsOf(hall)).toContainEqual(expect.objectContaining({ id: anonymous.id }))
  for (const one of [hall, gym]) await exchangeAll(one)
  expect(await hall.segments()).not.toContain('late-fire')
})

test('a compromised unit cannot silence an alert of another one, answer for its people or alarm groups that stay', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const groupId = await createShared(hall, 'Rescue')
  for (const one of [gym, school]) await carry(hall, one)
  await join(gym, groupId)
  const { id } = await raise(hall, 'Fire')
  for (const one of [gym, school]) await carry(hall, one)
  await gym.admin.fetch(alertRoutes.answer, { params: { id }, body: { answer: 'responding' } })
  await school.admin.fetch(feedRoutes.create, { form: { name: 'School', isShared: 'true', allowsPostByAnyUser: 'true' } })
  await carry(school, gym)
  await carry(gym, hall)

  const schoolId = await school.unitId()
  const [stored] = await alertKind.read(hall.server.db, [id])
  const record = stored as { content: object; changed: number }
  const stamp = { changed: record.changed + 1000, changedBy: schoolId }
  const now = new Date().toISOString()
  const own = { ...record.content, raisedBy: school.admin.id, groupIds: [BUILT_IN_GROUP] }
  const forged = [
    ['alert', { ...record, ...stamp, content: { ...record.content, resolvedAt: now } }],
    ['alert', { ...record, ...stamp, deletedAt: now, content: null }],
    ['alertGroup', { id: groupId, name: 'Taken', createdAt: now, deletedAt: now, ...stamp }],
    ['alertGroup', { id: BUILT_IN_GROUP, name: 'Taken', createdAt: now, deletedAt: null, ...stamp }],
    [
      'alertAnswer',
      {
        alertId: id,
        userId: gym.admin.id,
        deliveredAt: now,
        seenAt: now,
        answer: 'cannotHelp',
        answeredAt: now,
        progress: null,
        progressAt: null,
      },
    ],
    ['alert', { ...record, id: randomUUID(), ...stamp, content: own }],
    // The sum of two such numbers is no integer of PostgreSQL.
    ['alertReach', { alertId: id, recipients: 2 ** 31 - 1 }],
  ] as const
  const lane = await laneOf(school)
  const end = (await laneRows(hall.server.db)).find((row) => row.lane === lane)
  const [first, prev] = [(end?.applied ?? 0) + 1, end?.hash.toString('base64url') ?? '']
  const socket = await hall.admin.openSocket()
  await readFile(hall, await forgeFile(school, hall, [await forgeSegment(school, { lane, first, prev }, forged)]))
  await socket.settle()
  expect(socket.payloadsOf('alert:new_alert')).toEqual([])
  expect(await alertsOf(hall)).toMatchObject([{ id, resolvedAt: null, counts: { responding: 1, cannotHelp: 0 } }])
  const names = (await hall.admin.fetch(alertGroupRoutes.list)).items.map(({ name }) => name)
  expect(names).toEqual(['Everyone', 'Rescue'])
})
