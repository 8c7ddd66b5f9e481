import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { GROUPS_TALLIED_MAX } from '@noroshi/contract/roll-calls/roll-calls'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { newId } from '#/db/ids.ts'
import { createGroup } from '#/testing/scenes/chats.ts'
import { createAlertGroup, deactivateUser } from '#/testing/scenes/groups.ts'
import { answer, ask } from '#/testing/scenes/roll-calls.ts'
import { startTestServer, type TestUser } from '#/testing/test-server.ts'

const groupsOf = (viewer: TestUser, id: string) => viewer.request(rollCallRoutes.groups, { params: { id } })
const none = { safe: 0, injured: 0, needHelp: 0 }

test('keepers read the answers by group: of the asked groups, otherwise of those that they administer', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben, chika, dai] = await noroshi.people('Aiko', 'Ben', 'Chika', 'Dai')
  await ben.fetch(dependantRoutes.create, { body: { kind: 'child', name: 'Sora', clientId: newId() } })
  const [night, day] = [await createGroup(aiko, [ben, dai]), await createGroup(ben, [aiko])]
  const { id } = await ask(gen)
  await answer(aiko, id, 'safe')
  await answer(ben, id, 'needHelp')
  const nightCounts = { threadId: night.id, name: 'Night Watch', ...none, asked: 4, safe: 1, needHelp: 1 }
  const dayCounts = { threadId: day.id, name: 'Night Watch', ...none, asked: 3, safe: 1, needHelp: 1 }
  // Sora is in the groups of her guardian.
  expect((await groupsOf(gen, id)).body).toEqual({ items: [nightCounts, dayCounts], isPartial: false })
  for (const viewer of [aiko, chika]) expect((await groupsOf(viewer, id)).status).toBe(404)
  await deactivateUser(noroshi, dai)
  expect((await groupsOf(gen, id)).body).toMatchObject({ items: [{ asked: 3 }, { asked: 3 }] })
  // A group admin who asks the group, and one who asks the audience of an alert.
  const own = await ask(aiko, { audience: { kind: 'groups', threadIds: [night.id] } })
  expect((await groupsOf(aiko, own.id)).body).toMatchObject({ items: [{ threadId: night.id, asked: 3 }] })
  expect((await groupsOf(gen, own.id)).body).toMatchObject({ items: [{ threadId: night.id }] })
  await createAlertGroup(noroshi, [aiko, ben, chika])
  const { id: alertId } = await chika.fetch(alertRoutes.raise, { body: {} })
  const ofAlert = await ask(ben, { audience: { kind: 'alert', alertId }, isUrgent: false })
  expect((await groupsOf(ben, ofAlert.id)).body).toMatchObject({ items: [{ threadId: day.id }] })
})

test('an administrator reads the answers of the 200 largest groups', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  const { id } = await ask(gen)
  const ids = Array.from({ length: GROUPS_TALLIED_MAX + 1 }, () => newId())
  await noroshi.db
    .insertInto('threads')
    .values(ids.map((thread) => ({ id: thread, kind: 'group' })))
    .execute()
  const groups = ids.map((thread_id) => ({ thread_id, name: 'Night watch', created_by: aiko.id }))
  await noroshi.db.insertInto('thread_groups').values(groups).execute()
  await noroshi.db
    .insertInto('thread_members')
    .values(ids.map((thread_id) => ({ id: newId(), thread_id, user_id: aiko.id })))
    .execute()
  const { items, isPartial } = await gen.fetch(rollCallRoutes.groups, { params: { id } })
  expect([items.length, isPartial]).toEqual([GROUPS_TALLIED_MAX, true])
})
