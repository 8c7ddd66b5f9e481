import { expect, test } from 'vitest'
import { lacsRoutes } from '@noroshi/contract/admin/lacs.http'
import type { Caller } from '#/testing/caller.ts'
import { unit } from '#/testing/unit.ts'

const group = {
  organizationName: 'Wakaba town',
  subdomain: 'wakaba',
  departmentName: 'Safety',
  contactPersonName: '佐藤 美咲',
  contactPersonDesignation: '課長',
  shareDataAmongUnits: true,
}
const makesGroup = (admin: Caller, change: Partial<typeof group> = {}) =>
  admin.gets(lacsRoutes.createGroup, { body: { ...group, ...change } })
const unitOf = (LacsGroupId: string, unitId: string, adminIds: string[] = []) => ({
  body: { LacsGroupId, unitId, unitName: `Unit ${unitId}`, isCloudUnit: false, adminIds },
})

test('an administrator keeps groups and units with all of their fields', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const made = await makesGroup(admin)
  expect(made).toMatchObject({ ...group, unitCount: 0 })
  const hall = await admin.gets(lacsRoutes.createUnit, unitOf(made.id, 'hall-1', [ben.id, aiko.id, ben.id]))
  expect(hall).toMatchObject({ LacsGroupId: made.id, unitId: 'hall-1', unitName: 'Unit hall-1', isCloudUnit: false })
  expect(hall.admins.map(({ fullName }) => fullName)).toEqual(['Aiko', 'Ben'])

  const changed = await admin.gets(lacsRoutes.updateUnit, { params: { id: hall.id }, ...unitOf(made.id, 'hall-2', [ben.id]) })
  expect([changed.unitId, changed.admins.map(({ id }) => id)]).toEqual(['hall-2', [ben.id]])
  expect((await admin.gets(lacsRoutes.units, { query: { LacsGroupId: made.id } })).items).toEqual([changed])
  expect((await admin.gets(lacsRoutes.units)).items).toEqual([changed])
  expect((await admin.gets(lacsRoutes.groups)).items.map(({ unitCount }) => unitCount)).toEqual([1])

  expect(await admin.asks(lacsRoutes.removeGroup, { params: { id: made.id } })).toMatchObject({
    status: 409,
    body: { code: 'lacs.groupHasUnits' },
  })
  await admin.gets(lacsRoutes.removeUnit, { params: { id: hall.id } })
  await admin.gets(lacsRoutes.removeGroup, { params: { id: made.id } })
  expect([(await admin.gets(lacsRoutes.groups)).items, (await admin.gets(lacsRoutes.units)).items]).toEqual([[], []])
  const rows = await noroshi.db.selectFrom('audit_log').select('action').orderBy('id').execute()
  expect(rows.map(({ action }) => action)).toEqual([
    'lacsGroup.created',
    'lacsUnit.created',
    'lacsUnit.changed',
    'lacsUnit.deleted',
    'lacsGroup.deleted',
  ])
})

test('a subdomain and a unit id are given once, also when two ask at the same moment, and are free again afterwards', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const made = await Promise.all(
    Array.from({ length: 4 }, () => admin.asks(lacsRoutes.createGroup, { body: { ...group, subdomain: 'Wakaba' } })),
  )
  expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  expect(made.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'lacs.subdomainTaken',
    issues: [{ path: 'subdomain', message: 'This subdomain is already in use' }],
  })
  const [first] = (await admin.gets(lacsRoutes.groups)).items
  const second = await makesGroup(admin, { subdomain: 'aoba' })
  expect(
    (await admin.asks(lacsRoutes.updateGroup, { params: { id: second.id }, body: { ...group, subdomain: 'wakaba' } })).status,
  ).toBe(409)

  await admin.gets(lacsRoutes.createUnit, unitOf(first?.id ?? '', 'hall'))
  expect(await admin.asks(lacsRoutes.createUnit, unitOf(second.id, 'HALL'))).toMatchObject({
    status: 409,
    body: { code: 'lacs.unitIdTaken', issues: [{ path: 'unitId' }] },
  })
  await admin.gets(lacsRoutes.removeGroup, { params: { id: second.id } })
  await makesGroup(admin, { subdomain: 'aoba' })
})

test('what is missing or wrong is told for each field', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const issuesOf = (body: unknown) => (body as { issues: { path: string }[] }).issues.map(({ path }) => path) // a refusal
  for (const subdomain of ['', 'a b', '-a', 'a-', 'a.b', 'あ', 'x'.repeat(64)]) {
    const { status, body } = await admin.asks(lacsRoutes.createGroup, {
      body: { organizationName: ' ', subdomain, shareDataAmongUnits: 'yes' },
    })
    expect([status, [...new Set(issuesOf(body))]]).toEqual([400, ['organizationName', 'subdomain', 'shareDataAmongUnits']])
  }
  const { id } = await makesGroup(admin)
  const wrong = { LacsGroupId: id, unitId: 'a b', unitName: '', isCloudUnit: false }
  expect(issuesOf((await admin.asks(lacsRoutes.createUnit, { body: wrong })).body)).toEqual(['unitId', 'unitName'])
})

test('what is not there is said in the caller’s words, and who may not is told so', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const nobody = crypto.randomUUID()
  const ja = { headers: { 'accept-language': 'ja' } }
  expect((await admin.asks(lacsRoutes.updateGroup, { params: { id: nobody }, body: group })).body).toMatchObject({
    message: 'LACS group not found',
  })
  expect((await admin.asks(lacsRoutes.createUnit, { ...unitOf(nobody, 'hall'), ...ja })).body).toMatchObject({
    message: 'LACSグループが見つかりません',
  })
  const { id } = await makesGroup(admin)
  expect(await admin.asks(lacsRoutes.createUnit, unitOf(id, 'hall', [nobody]))).toMatchObject({
    status: 404,
    body: { code: 'lacs.adminNotFound' },
  })
  expect(await admin.asks(lacsRoutes.removeUnit, { params: { id: nobody } })).toMatchObject({
    body: { code: 'lacs.unitNotFound' },
  })
  expect(await ben.asks(lacsRoutes.groups, ja)).toMatchObject({
    status: 403,
    body: { code: 'lacs.notAllowed', message: 'LACSグループとユニットの管理は許可されていません' },
  })
})
