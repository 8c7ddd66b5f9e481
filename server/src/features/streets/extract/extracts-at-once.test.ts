import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { streetExtractRoutes } from '@noroshi/contract/streets/street-extracts.http'
import { streetsRoutes } from '@noroshi/contract/streets/streets.http'
import { CITY, downloadOf, PADDING, REGION, startExtractScene, temporaryIn } from '#/testing/scenes/extract-scene.ts'
import { longTest } from '#/testing/long-test.ts'

const { cancel, measure, read, retry, start } = streetExtractRoutes

test('of administrators who start a download at the same time, one starts it and the others learn that one runs', async () => {
  const { noroshi, admin } = await startExtractScene(PADDING)
  const others = await Promise.all(['Mei', 'Ken', 'Rin', 'Jun'].map((name) => noroshi.admin(name)))
  const all = [admin, ...others]
  const replies = await Promise.all(all.map((one) => one.request(start, { body: { area: REGION } })))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  expect(replies.filter(({ status }) => status === 409).map(({ body }) => body)).toMatchObject(
    Array.from({ length: 4 }, () => ({ code: 'streets.running' })),
  )
  await expect.poll(async () => (await admin.fetch(streetsRoutes.read)).archive?.bounds, { timeout: 20_000 }).toEqual(REGION)
  expect(await downloadOf(admin)).toBeNull()
  expect(await temporaryIn(noroshi)).toEqual([])
})

longTest('starts and cancellations at the same time leave a download that runs or none, and no file without one', async () => {
  const { noroshi, admin } = await startExtractScene(PADDING)
  const mei = await noroshi.admin('Mei')
  for (let round = 0; round < 8; round++) {
    const replies = await Promise.all([
      admin.request(start, { body: { area: REGION } }),
      mei.request(cancel),
      mei.request(start, { body: { area: CITY } }),
      admin.request(cancel),
      admin.request(retry),
    ])
    expect(replies.every(({ status }) => [200, 201, 409].includes(status))).toBe(true)
  }
  await admin.fetch(cancel)
  expect(await downloadOf(admin)).toBeNull()
  await expect.poll(() => temporaryIn(noroshi)).toEqual([])
})

test('of sizes that are asked at the same time, the server reads one', async () => {
  const { source, noroshi, admin } = await startExtractScene()
  const mei = await noroshi.admin('Mei')
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? admin : mei).request(measure, { body: { area: CITY } })),
  )
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(replies.every(({ status }) => status === 200 || status === 429)).toBe(true)
  expect(source.tilesAsked).toEqual([])
})

test('members and visitors who send every request many times at once reach no source and change nothing', async () => {
  const { source, noroshi, admin } = await startExtractScene()
  const [ben] = await noroshi.people('Ben')
  for (const [caller, status] of [
    [ben, 403],
    [noroshi.visitor, 401],
  ] as const) {
    const sends = [
      () => caller.request(read),
      () => caller.request(measure, { body: { area: CITY } }),
      () => caller.request(start, { body: { area: CITY } }),
      () => caller.request(retry),
      () => caller.request(cancel),
    ]
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => sends)
        .flat()
        .map((send) => send()),
    )
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([status]))
  }
  expect(source.asked).toEqual([])
  expect(await downloadOf(admin)).toBeNull()
  expect((await admin.fetch(auditRoutes.list)).items).toEqual([])
})
