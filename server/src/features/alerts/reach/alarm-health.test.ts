import { expect, test } from 'vitest'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { checkOf, healthyComputer, readHealth } from '#/testing/scenes/health-readings.ts'
import { raise, start } from '#/testing/scenes/push-devices.ts'
import { startTestServer } from '#/testing/test-server.ts'

test('an administrator sees the times of SOS to the first device, without drills', async () => {
  await using noroshi = await startTestServer({}, { system: healthyComputer().system })
  const gen = await noroshi.admin('Gen')
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const device = await ben.openSocket()
  await readHealth(noroshi)
  expect(await checkOf(gen, 'sosDelivery')).toMatchObject({ level: 'unknown', advice: 'sosNone' })

  const { id: drill } = await ben.fetch(drillRoutes.start, { body: {} })
  const { id } = await raise(aya)
  await device.send('alert:delivered', { alertIds: [drill, id] })
  const sosDelivery = noroshi.health.checks.find(({ name }) => name === 'sosDelivery')
  // The job reads it once a minute.
  const facts = async () => ((await sosDelivery?.read(noroshi.deps))?.facts ?? []).filter((fact) => fact.kind !== 'alert')
  await expect.poll(async () => (await facts()).map(({ name }) => name), { timeout: 10_000 }).toContain('sosP99')
  expect(await facts()).toMatchObject([{ name: 'deliveredSos', value: 1 }, { name: 'sosP50' }, { name: 'sosP99' }])
})

test('an SOS that no device could receive when it was raised is not measured, and one that a device could receive by push is', async () => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const raiseAndDeliver = async () => {
    const { id } = await raise(aya)
    await noroshi.consumers.flush()
    noroshi.clock.advance({ hours: 1 })
    const device = await ben.openSocket()
    await device.send('alert:delivered', { alertIds: [id] })
    const ledger = noroshi.db.selectFrom('alert_ledger').select('delivered_at').where('alert_id', '=', id)
    await expect.poll(async () => (await ledger.executeTakeFirst())?.delivered_at, { timeout: 10_000 }).toBeTruthy()
    device.close()
  }
  const read = () => noroshi.health.checks.find(({ name }) => name === 'sosDelivery')?.read(noroshi.deps)
  await raiseAndDeliver()
  expect(await read()).toMatchObject({ level: 'unknown', advice: 'sosNone', facts: [{ value: 0 }] })

  await service.subscribe(ben)
  await raiseAndDeliver()
  expect(await read()).toMatchObject({ level: 'warning', advice: 'sosSlow', facts: [{ value: 1 }, {}, {}] })
})

test('an active alarm that no device has received for a minute is named with its raiser, and a drill is not', async () => {
  await using noroshi = await startTestServer({}, { system: healthyComputer().system })
  const gen = await noroshi.admin('Gen')
  const [aya] = await noroshi.people('Aya')
  await aya.fetch(drillRoutes.start, { body: {} })
  const { id } = await raise(aya)
  await readHealth(noroshi)
  expect(await checkOf(gen, 'unreachedAlarms')).toMatchObject({ level: 'good' })
  noroshi.clock.advance({ seconds: 61 })
  await readHealth(noroshi)
  expect(await checkOf(gen, 'unreachedAlarms')).toMatchObject({
    level: 'failure',
    facts: [{ value: 1 }, { kind: 'alert', alert: { id, raisedBy: { id: aya.id } } }],
  })
})
