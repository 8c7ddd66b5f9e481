import { expect, test } from 'vitest'
import { lacsRoutes } from '@noroshi/contract/admin/lacs.http'
import type { Caller } from '#/testing/caller.ts'
import { startTestServer } from '#/testing/test-server.ts'

const group = {
  organizationName: 'Wakaba town',
  subdomain: 'wakaba',
  departmentName: 'Safety',
  contactPersonName: '佐藤 美咲',
  contactPersonDesignation: '課長',
  shareDataAmongUnits: true,
}
const createGroup = (admin: Caller, change: Partial<typeof group> = {}) =>
  admin.fetch(lacsRoutes.createGroup, { body: { ...group, ...change } })
const unitOf = (LacsGroupId: string, unitId: string, adminIds: string[] = []) => ({
  body: { LacsGroupId, unitId, unitName: `Unit ${unitId}`, isCloudUnit: false, adminIds },
})

test('an administrator creates, changes and deletes LACS groups and units with all fields', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const created = await createGroup(admin)
  expect(created).toMatchObject({ ...group, unitCount: 0 })
  const hall = await admin.fetch(lacsRoutes.createUnit, unitOf(created.id, 'hall-1', [ben.id, aiko.id, ben.id]))
  expect(hall).toMatchObject({ LacsGroupId: created.id, unitId: 'hall-1', unitName: 'Unit hall-1', isCloudUnit: false })
  expect(hall.admins.map(({ fullName }) => fullName)).toEqual(['Aiko', 'Ben'])

  const changed = await admin.fetch(lacsRoutes.updateUnit, { params: { id: hall.id }, ...unitOf(created.id, 'hall-2', [ben.id]) })
  expect([changed.unitId, changed.admins.map(({ id }) => id)]).toEqual(['hall-2', [ben.id]])
  expect((await admin.fetch(lacsRoutes.units, { query: { LacsGroupId: created.id } })).items).toEqual([changed])
  expect((await admin.fetch(lacsRoutes.units)).items).toEqual([changed])
  expect((await admin.fetch(lacsRoutes.groups)).items.map(({ unitCount }) => unitCount)).toEqual([1])

  expect(await admin.request(lacsRoutes.removeGroup, { params: { id: created.id } })).toMatchObject({
    status: 409,
    body: { code: 'lacs.groupHasUnits' },
  })
  await admin.fetch(lacsRoutes.removeUnit, { params: { id: hall.id } })
  await admin.fetch(lacsRoutes.removeGroup, { params: { id: created.id } })
  expect([(await admin.fetch(lacsRoutes.groups)).items, (await admin.fetch(lacsRoutes.units)).items]).toEqual([[], []])
  const rows = await noroshi.db.selectFrom('audit_log').select('action').orderBy('id').execute()
  expect(rows.map(({ action }) => action)).toEqual([
    'lacsGroup.created',
    'lacsUnit.created',
    'lacsUnit.changed',
    'lacsUnit.deleted',
    'lacsGroup.deleted',
  ])
})

test('a subdomain and a unit id in use get 409, also concurrently, and can be used again after a deletion', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const created = await Promise.all(
    Array.from({ length: 4 }, () => admin.request(lacsRoutes.createGroup, { body: { ...group, subdomain: 'Wakaba' } })),
  )
  expect(created.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  expect(created.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'lacs.subdomainTaken',
    issues: [{ path: 'subdomain', message: 'This subdomain is already in use' }],
  })
  const [first] = (await admin.fetch(lacsRoutes.groups)).items
  const second = await createGroup(admin, { subdomain: 'aoba' })
  expect(
    (await admin.request(lacsRoutes.updateGroup, { params: { id: second.id }, body: { ...group, subdomain: 'wakaba' } })).status,
  ).toBe(409)

  await admin.fetch(lacsRoutes.createUnit, unitOf(first?.id ?? '', 'hall'))
  expect(await admin.request(lacsRoutes.createUnit, unitOf(second.id, 'HALL'))).toMatchObject({
    status: 409,
    body: { code: 'lacs.unitIdTaken', issues: [{ path: 'unitId' }] },
  })
  await admin.fetch(lacsRoutes.removeGroup, { params: { id: second.id } })
  await createGroup(admin, { subdomain: 'aoba' })
})

test('an administrator gets 400 with an issue for each missing or wrong field', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const issuesOf = (body: unknown) => (body as { issues: { path: string }[] }).issues.map(({ path }) => path) // a refusal
  for (const subdomain of ['', 'a b', '-a', 'a-', 'a.b', 'あ', 'x'.repeat(64)]) {
    const { status, body } = await admin.request(lacsRoutes.createGroup, {
      body: { organizationName: ' ', subdomain, shareDataAmongUnits: 'yes' },
    })
    expect([status, [...new Set(issuesOf(body))]]).toEqual([400, ['organizationName', 'subdomain', 'shareDataAmongUnits']])
  }
  const { id } = await createGroup(admin)
  const wrong = { LacsGroupId: id, unitId: 'a b', unitName: '', isCloudUnit: false }
  expect(issuesOf((await admin.request(lacsRoutes.createUnit, { body: wrong })).body)).toEqual(['unitId', 'unitName'])
})

test('an unknown id gets 404 and a member gets 403, in the language of the caller', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const unknownId = crypto.randomUUID()
  const ja = { headers: { 'accept-language': 'ja' } }
  expect((await admin.request(lacsRoutes.updateGroup, { params: { id: unknownId }, body: group })).body).toMatchObject({
    message: 'LACS group not found',
  })
  expect((await admin.request(lacsRoutes.createUnit, { ...unitOf(unknownId, 'hall'), ...ja })).body).toMatchObject({
    message: 'LACSグループが見つかりません',
  })
  const { id } = await createGroup(admin)
  expect(await admin.request(lacsRoutes.createUnit, unitOf(id, 'hall', [unknownId]))).toMatchObject({
    status: 404,
    body: { code: 'lacs.adminNotFound' },
  })
  expect(await admin.request(lacsRoutes.removeUnit, { params: { id: unknownId } })).toMatchObject({
    body: { code: 'lacs.unitNotFound' },
  })
  expect(await ben.request(lacsRoutes.groups, ja)).toMatchObject({
    status: 403,
    body: { code: 'lacs.notAllowed', message: 'LACSグループとユニットの管理は許可されていません' },
  })
})
