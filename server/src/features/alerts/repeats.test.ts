import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alertGroup } from '#/testing/groups.ts'
import { unit } from '#/testing/unit.ts'
import { repeatDueAlarms } from './repeats.service.ts'

/** What was told is with its hearers by then, in milliseconds. */
const HEARD_WITHIN = 100

test('those of the audience who have not seen an alert hear it again after 2, 5 and 15 minutes, and nobody else', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chika, dora] = await noroshi.people('Aiko', 'Ben', 'Chika', 'Dora')
  await alertGroup(noroshi, [aiko, ben, chika])
  const { id } = await aiko.gets(alertRoutes.raise, { body: {} })
  const listeners = await Promise.all([aiko, ben, chika, dora].map((person) => person.listens()))
  const heard = async () => {
    await repeatDueAlarms(noroshi.deps)
    await sleep(HEARD_WITHIN)
    return listeners.map((listening) => listening.payloadsOf('alert:repeat').length)
  }

  noroshi.clock.advance({ minutes: 1, seconds: 50 })
  expect(await heard()).toEqual([0, 0, 0, 0])
  noroshi.clock.advance({ seconds: 15 })
  expect(await heard()).toEqual([0, 1, 1, 0])
  expect(await heard()).toEqual([0, 1, 1, 0])
  await chika.gets(alertRoutes.answer, { params: { id }, body: { answer: 'seen' } })
  noroshi.clock.advance({ minutes: 3 })
  expect(await heard()).toEqual([0, 2, 1, 0])
  noroshi.clock.advance({ minutes: 10 })
  expect(await heard()).toEqual([0, 3, 1, 0])
  noroshi.clock.advance({ hours: 2 })
  expect(await heard()).toEqual([0, 3, 1, 0])
  expect(listeners[1]?.payloadsOf('alert:repeat')).toEqual(Array.from({ length: 3 }, () => ({ alertIds: [id] })))
})

test('what was due while the unit was away rings once, and what is resolved no more', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
  const { id } = await aiko.gets(alertRoutes.raise, { body: {} })
  const { id: other } = await chika.gets(alertRoutes.raise, { body: {} })
  const listening = await ben.listens()
  await ben.gets(alertRoutes.resolve, { body: { AlertId: other } })
  noroshi.clock.advance({ minutes: 6 })
  // Several processes ask at the same moment: one of them tells.
  await Promise.all(Array.from({ length: 4 }, () => repeatDueAlarms(noroshi.deps)))
  await repeatDueAlarms(noroshi.deps)
  await sleep(HEARD_WITHIN)
  expect(listening.payloadsOf('alert:repeat')).toEqual([{ alertIds: [id] }])
})

test('a flood of anonymous alerts rings again as one, newest first', async () => {
  await using noroshi = await unit()
  const [ben, chika] = await noroshi.people('Ben', 'Chika')
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.unshift((await noroshi.visitor.gets(alertRoutes.raise, { body: {} })).id)
  const [bens, chikas] = [await ben.listens(), await chika.listens()]
  await chika.gets(alertRoutes.answer, { params: { id: ids[2] ?? '' }, body: { answer: 'cannotHelp' } })
  noroshi.clock.advance({ minutes: 2 })
  await repeatDueAlarms(noroshi.deps)
  await sleep(HEARD_WITHIN)
  const unseen = { alertIds: ids.toSpliced(2, 1) }
  expect(bens.payloadsOf('alert:repeat')).toEqual([unseen, { alertIds: [ids[2]] }])
  expect(chikas.payloadsOf('alert:repeat')).toEqual([unseen])
})
