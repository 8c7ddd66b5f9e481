import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { repeatDueAlarms } from './repeats.service.ts'

test('only members who have not seen an alert receive its repetition after 2, 5 and 15 minutes', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chika, dora] = await noroshi.people('Aiko', 'Ben', 'Chika', 'Dora')
  await createAlertGroup(noroshi, [aiko, ben, chika])
  const { id } = await aiko.fetch(alertRoutes.raise, { body: {} })
  const listeners = await Promise.all([aiko, ben, chika, dora].map((person) => person.openSocket()))
  const countRepeats = async () => {
    await repeatDueAlarms(noroshi.deps)
    for (const listening of listeners) await listening.settle()
    return listeners.map((listening) => listening.payloadsOf('alert:repeat').length)
  }

  noroshi.clock.advance({ minutes: 1, seconds: 50 })
  expect(await countRepeats()).toEqual([0, 0, 0, 0])
  noroshi.clock.advance({ seconds: 15 })
  expect(await countRepeats()).toEqual([0, 1, 1, 0])
  expect(await countRepeats()).toEqual([0, 1, 1, 0])
  await chika.fetch(alertRoutes.answer, { params: { id }, body: { answer: 'seen' } })
  noroshi.clock.advance({ minutes: 3 })
  expect(await countRepeats()).toEqual([0, 2, 1, 0])
  noroshi.clock.advance({ minutes: 10 })
  expect(await countRepeats()).toEqual([0, 3, 1, 0])
  noroshi.clock.advance({ hours: 2 })
  expect(await countRepeats()).toEqual([0, 3, 1, 0])
  expect(listeners[1]?.payloadsOf('alert:repeat')).toEqual(Array.from({ length: 3 }, () => ({ alertIds: [id] })))
})

test('a member receives one repetition for the time that the server was down, and none of a resolved alert', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
  const { id } = await aiko.fetch(alertRoutes.raise, { body: {} })
  const { id: other } = await chika.fetch(alertRoutes.raise, { body: {} })
  const listening = await ben.openSocket()
  await ben.fetch(alertRoutes.resolve, { body: { AlertId: other } })
  noroshi.clock.advance({ minutes: 6 })
  // Only one of several concurrent processes emits the repetition.
  await Promise.all(Array.from({ length: 4 }, () => repeatDueAlarms(noroshi.deps)))
  await repeatDueAlarms(noroshi.deps)
  await listening.settle()
  expect(listening.payloadsOf('alert:repeat')).toEqual([{ alertIds: [id] }])
})

test('a member receives one repetition for a flood of anonymous alerts, newest first', async () => {
  await using noroshi = await startTestServer()
  const [ben, chika] = await noroshi.people('Ben', 'Chika')
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.unshift((await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })).id)
  const [benSocket, chikaSocket] = [await ben.openSocket(), await chika.openSocket()]
  await chika.fetch(alertRoutes.answer, { params: { id: ids[2] ?? '' }, body: { answer: 'cannotHelp' } })
  noroshi.clock.advance({ minutes: 2 })
  await repeatDueAlarms(noroshi.deps)
  for (const listening of [benSocket, chikaSocket]) await listening.settle()
  const unseen = { alertIds: ids.toSpliced(2, 1) }
  expect(benSocket.payloadsOf('alert:repeat')).toEqual([unseen, { alertIds: [ids[2]] }])
  expect(chikaSocket.payloadsOf('alert:repeat')).toEqual([unseen])
})

test('a member receives the repetition of an alert from the future at once, and then after each gap', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await aiko.fetch(alertRoutes.raise, { body: {} })
  const listening = await ben.openSocket()
  const countRepeats = async () => {
    await repeatDueAlarms(noroshi.deps)
    await repeatDueAlarms(noroshi.deps)
    await listening.settle()
    return listening.payloadsOf('alert:repeat').length
  }
  noroshi.clock.advance({ hours: -6 })
  expect(await countRepeats()).toBe(1)
  noroshi.clock.advance({ minutes: 2 })
  expect(await countRepeats()).toBe(1)
  noroshi.clock.advance({ minutes: 1, seconds: 5 })
  expect(await countRepeats()).toBe(2)
  noroshi.clock.advance({ minutes: 10, seconds: 5 })
  expect(await countRepeats()).toBe(3)
  noroshi.clock.advance({ hours: 24 })
  expect(await countRepeats()).toBe(3)
})
