import { describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { type TestUser, startTestServer } from '#/testing/test-server.ts'
import { answerAlert, ledgerOf, acknowledge, countsUntil } from '#/testing/scenes/ledger.ts'
import { raiseSos } from '#/testing/scenes/alert-requests.ts'

describe('the counts of a ledger', () => {
  test('all readers of the alert receive counts that finally equal the ledger', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    await createAlertGroup(noroshi, [aiko, ben, chie])
    const [raiser, reader, outsider] = await Promise.all([aiko.openSocket(), chie.openSocket(), dora.openSocket()])
    const id = await raiseSos(aiko)
    await acknowledge(await ben.openSocket(), id)
    await answerAlert(ben, id, 'responding')
    await answerAlert(chie, id, 'cannotHelp')

    for (const listening of [raiser, reader]) {
      const emitted = await countsUntil(listening, { responding: 1, cannotHelp: 1 })
      expect(emitted).toMatchObject({ alertId: id, responders: [{ id: ben.id }] })
      expect(emitted.counts).toEqual((await ledgerOf(aiko, id)).counts)
    }
    await outsider.settle()
    expect(outsider.names()).toEqual([])
  })

  test('concurrent answers cause at most one event a second', async () => {
    await using noroshi = await startTestServer()
    const [aiko] = await noroshi.people('Aiko')
    // `as`: as many as names
    const crowd = (await noroshi.people(...Array.from({ length: 15 }, (_, index) => `Person${index}`))) as TestUser[]
    const listening = await aiko.openSocket()
    const id = await raiseSos(aiko)
    const startedAt = performance.now()
    await Promise.all(crowd.map((person) => answerAlert(person, id, 'responding')))
    const { version, responders } = await countsUntil(listening, { responding: 15 })
    expect(version).toBe(15)
    expect(responders).toHaveLength(10)
    const versions = listening.received.flatMap(({ name, payload }) =>
      name === 'alert:ledger' ? [(payload as { version: number }).version] : [],
    ) // an alert:ledger
    // At most once a second, also on a slow machine.
    expect(versions.length).toBeLessThanOrEqual(Math.ceil((performance.now() - startedAt) / 1000) + 1)
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
  })

  test('a reader of the alert gets a higher version of the counts and of their answer after each change', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const id = await raiseSos(aiko)
    const versions = async (person: TestUser) => {
      const { countsVersion, viewer } = await person.fetch(alertRoutes.get, { params: { id } })
      return [countsVersion, viewer.version]
    }
    expect(await versions(ben)).toEqual([0, 0])
    const phone = await ben.openSocket()
    await acknowledge(phone, id)
    expect(await versions(ben)).toEqual([1, 1])
    await acknowledge(phone, id)
    expect(await versions(ben)).toEqual([1, 1])
    await answerAlert(ben, id, 'seen')
    await answerAlert(chie, id, 'responding')
    expect([await versions(aiko), await versions(ben), await versions(chie)]).toEqual([
      [3, 0],
      [3, 2],
      [3, 1],
    ])
    expect((await ledgerOf(aiko, id)).countsVersion).toBe(3)
    expect((await answerAlert(ben, id, 'cannotHelp')).body).toMatchObject({ countsVersion: 4, viewer: { version: 3 } })
  })

  test('the server emits all counts before it ends, also after a flood', async () => {
    const noroshi = await startTestServer()
    const [ben] = await noroshi.people('Ben')
    const listening = await ben.openSocket()
    const raised = await Promise.all(Array.from({ length: 60 }, () => noroshi.visitor.fetch(alertRoutes.raise, { body: {} })))
    await acknowledge(listening, ...raised.map(({ id }) => id))
    await noroshi.app.close()
    const emitted = await noroshi.db.selectFrom('events').select('payload').where('name', '=', 'alert:ledger').execute()
    // `as`: the payload type of alert:ledger
    const delivered = emitted.map(({ payload }) => payload as { alertId: string; counts: { delivered: number } })
    expect(new Set(delivered.filter(({ counts }) => counts.delivered === 1).map(({ alertId }) => alertId)).size).toBe(60)
    await noroshi[Symbol.asyncDispose]()
  })

  test('the server emits the last count before it ends, so that clients catch up', async () => {
    const noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raiseSos(aiko)
    await answerAlert(ben, id, 'seen')
    await answerAlert(ben, id, 'responding')
    await noroshi.app.close()
    const emitted = await noroshi.db
      .selectFrom('events')
      .select('payload')
      .where('name', '=', 'alert:ledger')
      .orderBy('id')
      .execute()
    expect(emitted.at(-1)?.payload).toMatchObject({ alertId: id, counts: { responding: 1 } })
    await noroshi[Symbol.asyncDispose]()
  })
})
