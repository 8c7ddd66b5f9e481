import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { longTest } from '#/testing/long-test.ts'
import { mailbox } from '#/testing/processes/mailbox.ts'
import { PushService } from '#/testing/processes/push-service.ts'
import { checkOf, expectTold, GB, healthyComputer, readHealth, toldAbout } from '#/testing/scenes/health-readings.ts'
import { startTestServer } from '#/testing/test-server.ts'

const PUBLIC_URL = 'https://noroshi.example'
const LOW = { level: 'warning', advice: 'diskLow', machine: null } as const
/** Options of `expect.poll`. Milliseconds. */
const WITHIN_A_MINUTE = { timeout: 60_000, interval: 500 }
const GOOD = { level: 'good', advice: null } as const

test('administrators are told once about a problem and once about its end, in the app, by push and by mail', async () => {
  await using box = await mailbox()
  const service = await PushService.start()
  const { values, system } = healthyComputer()
  await using noroshi = await startTestServer({ SMTP_URL: box.url, PUBLIC_URL, ...service.settings }, { system })
  const gen = await noroshi.admin('Gen')
  const [aya] = await noroshi.people('Aya')
  const [phone, other] = [await service.subscribe(gen), await service.subscribe(aya)]
  const [admin, member] = [await gen.openSocket(), await aya.openSocket()]
  const readTwice = async () => {
    for (let reading = 0; reading < 2; reading += 1) await readHealth(noroshi)
  }
  const pushed = () => phone.received.map(({ payload: { kind, title, body } }) => ({ kind, title, body }))

  await readTwice()
  expect(await toldAbout(noroshi, admin, 'disk')).toEqual([])
  values.free = 2 * GB
  await readHealth(noroshi)
  expect(await toldAbout(noroshi, admin, 'disk')).toEqual([])
  await readHealth(noroshi)
  await expectTold(noroshi, admin, 'disk', [LOW])
  await expect.poll(pushed, { timeout: 10_000 }).toMatchObject([{ kind: 'health', title: 'Disk: Warning' }])
  const mail = await box.next()
  expect(mail.to?.map(({ address }) => address)).toEqual([(await gen.fetch(accountRoutes.me)).email])
  expect(mail.subject).toContain('Disk: Warning')
  expect(mail.text).toContain(`${PUBLIC_URL}/admin/health`)

  // As after a crash of PostgreSQL, whose readings are lost.
  await sql`DELETE FROM health_readings`.execute(noroshi.db)
  await readTwice()
  values.free = 50 * GB
  await readTwice()
  await expectTold(noroshi, admin, 'disk', [LOW, GOOD])
  await expect.poll(pushed, { timeout: 10_000 }).toMatchObject([{}, { kind: 'health', title: 'Disk: good again', body: '' }])
  expect(box.emails).toHaveLength(1) // one an hour
  noroshi.clock.advance({ minutes: 61 })
  await readHealth(noroshi)
  expect((await box.next()).subject).toContain('Disk: good again')
  expect([member.payloadsOf('health:changed'), other.kinds()]).toEqual([[], []])
  service.close()
})

longTest('the jobs of the server tell administrators about a fault within a minute', { timeout: 180_000 }, async () => {
  const { values, system } = healthyComputer()
  await using noroshi = await startTestServer({}, { system })
  const gen = await noroshi.admin('Gen')
  const socket = await gen.openSocket()
  await expect.poll(async () => (await checkOf(gen, 'disk'))?.level, WITHIN_A_MINUTE).toBe('good')
  values.free = 2 * GB
  await expect.poll(() => toldAbout(noroshi, socket, 'disk'), WITHIN_A_MINUTE).toMatchObject([LOW])
})

test('a level that changes with each reading is not told, and one that changes all the time four times an hour', async () => {
  const { values, system } = healthyComputer()
  await using noroshi = await startTestServer({}, { system })
  const gen = await noroshi.admin('Gen')
  const socket = await gen.openSocket()
  for (let reading = 0; reading < 6; reading += 1) {
    values.celsius = reading % 2 === 0 ? 85 : 45
    await readHealth(noroshi)
  }
  expect(await toldAbout(noroshi, socket, 'temperature')).toEqual([])
  for (let reading = 0; reading < 20; reading += 1) {
    values.celsius = reading % 4 < 2 ? 85 : 45
    await readHealth(noroshi)
  }
  await expectTold(noroshi, socket, 'temperature', [{ level: 'warning' }, GOOD, { level: 'warning' }, GOOD])
  values.celsius = 85
  noroshi.clock.advance({ minutes: 61 })
  for (let reading = 0; reading < 2; reading += 1) await readHealth(noroshi)
  await expectTold(noroshi, socket, 'temperature', [{}, {}, {}, {}, { level: 'warning' }])
})
