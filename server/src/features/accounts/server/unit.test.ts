import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { unitRoutes } from '@noroshi/contract/accounts/unit.http'
import type { Caller } from '#/testing/caller.ts'
import { accountOf } from '#/testing/access/request-values.ts'
import { startTestServer } from '#/testing/test-server.ts'

const settings = {
  name: 'Noroshi',
  registration: 'open',
  sosCountsDown: true,
  allowsForgottenPassword: true,
  requiresSecondFactor: false,
  limitsDailyUse: true,
  dailyFilesMb: 1000,
  dailyTexts: 5000,
}
const changeSettings = (admin: Caller, change: Partial<typeof settings>) =>
  admin.fetch(unitRoutes.changeSettings, { body: { ...settings, ...change } })
const createInvitation = async (admin: Caller, maxUses: number, expiresInDays = 7) => {
  const invitation = await admin.fetch(unitRoutes.invite, { body: { label: 'neighbours', maxUses, expiresInDays } })
  return { ...invitation, inviteCode: new URL(invitation.link, 'http://unit').searchParams.get('invite') ?? '' }
}
let userCount = 0
const register = async (caller: Caller, inviteCode?: string) => {
  const { status, body } = await caller.request(accountRoutes.register, {
    body: { ...accountOf(`person${userCount++}`), ...(inviteCode !== undefined && { inviteCode }) },
  })
  return status === 201 ? true : (body as unknown as { code: string }).code // a refusal
}

test('an administrator changes the settings, which apply at once and add an audit entry', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  expect(await admin.fetch(unitRoutes.settings)).toEqual({ ...settings, location: null, language: null })
  const changed = {
    name: '若葉会館',
    registration: 'invitation',
    sosCountsDown: false,
    allowsForgottenPassword: false,
    requiresSecondFactor: false,
    limitsDailyUse: false,
    dailyFilesMb: 60,
    dailyTexts: 300,
    location: { latitude: 38.26, longitude: 140.87 },
    language: 'ja' as const,
  }
  await changeSettings(admin, changed)
  expect(await admin.fetch(unitRoutes.settings)).toEqual(changed)
  expect(await noroshi.visitor.fetch(accountRoutes.unit)).toMatchObject({
    name: '若葉会館',
    sosCountsDown: false,
    canRegister: true,
    needsInvitation: true,
  })
  await changeSettings(admin, { registration: 'closed' })
  expect(await noroshi.visitor.fetch(accountRoutes.unit)).toMatchObject({ canRegister: false, needsInvitation: false })
  const rows = await noroshi.db.selectFrom('audit_log').select(['action', 'details']).orderBy('id').execute()
  expect(rows[0]).toEqual({ action: 'settings.changed', details: changed })
  const wrong = { ...settings, name: ' ', registration: 'ajar' }
  expect(await admin.request(unitRoutes.changeSettings, { body: wrong })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'name' }, { path: 'registration' }] },
  })
})

test('a visitor registers by invitation only if the settings require one, and not if registration is closed', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const { inviteCode } = await createInvitation(admin, 5)
  expect(await register(noroshi.visitor)).toBe(true)
  await changeSettings(admin, { registration: 'invitation' })
  expect(await register(noroshi.visitor)).toBe('auth.inviteCode')
  expect(await register(noroshi.visitor, 'guessed')).toBe('auth.inviteCode')
  expect(await register(noroshi.visitor, inviteCode)).toBe(true)
  await changeSettings(admin, { registration: 'closed' })
  expect(await register(noroshi.visitor, inviteCode)).toBe('auth.registrationClosed')
})

test('three of ten concurrent visitors register with an invitation for three', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  await changeSettings(admin, { registration: 'invitation' })
  const { inviteCode } = await createInvitation(admin, 3)
  const answers = await Promise.all(Array.from({ length: 10 }, () => register(noroshi.visitor, inviteCode)))
  expect(answers.filter((answer) => answer === true)).toHaveLength(3)
  expect(new Set(answers)).toEqual(new Set([true, 'auth.inviteCode']))
  const { items } = await admin.fetch(unitRoutes.invitations)
  expect(items).toMatchObject([{ usedCount: 3, maxUses: 3, isOpen: false, createdBy: { id: admin.id } }])
})

test('a failed registration does not use up the invitation', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  await changeSettings(admin, { registration: 'invitation' })
  const { inviteCode } = await createInvitation(admin, 2)
  const body = { ...accountOf('twice'), inviteCode }
  await noroshi.visitor.fetch(accountRoutes.register, { body })
  expect((await noroshi.visitor.request(accountRoutes.register, { body })).status).toBe(409)
  expect((await admin.fetch(unitRoutes.invitations)).items[0]?.usedCount).toBe(1)
})

test('an invitation ends when it expires or is revoked, and its code is stored only as a hash', async () => {
  await using noroshi = await startTestServer({ PUBLIC_URL: 'https://hall.example.org' })
  const admin = await noroshi.admin('Gen')
  await changeSettings(admin, { registration: 'invitation' })
  const [old, revoked] = [await createInvitation(admin, 5, 1), await createInvitation(admin, 5, 7)]
  expect(old.link).toBe(`https://hall.example.org/register?invite=${old.inviteCode}`)
  expect(JSON.stringify(await noroshi.db.selectFrom('invitations').selectAll().execute())).not.toContain(old.inviteCode)
  expect(JSON.stringify(await noroshi.db.selectFrom('audit_log').selectAll().execute())).not.toContain(old.inviteCode)
  expect(await register(noroshi.visitor, revoked.inviteCode)).toBe(true)
  await admin.fetch(unitRoutes.revokeInvitation, { params: { id: revoked.id } })
  expect(await register(noroshi.visitor, revoked.inviteCode)).toBe('auth.inviteCode')
  expect(await register(noroshi.visitor, old.inviteCode)).toBe(true)
  noroshi.clock.advance({ hours: 25 })
  expect(await register(noroshi.visitor, old.inviteCode)).toBe('auth.inviteCode')
  expect((await admin.fetch(unitRoutes.invitations)).items.map(({ isOpen }) => isOpen)).toEqual([false, false])
  expect(await admin.request(unitRoutes.revokeInvitation, { params: { id: crypto.randomUUID() } })).toMatchObject({
    status: 404,
    body: { code: 'invitation.notFound' },
  })
})

test('an administrator gets 400 for an invitation outside 1 to 365 days or 1 to 1000 uses', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  for (const [expiresInDays, maxUses] of [
    [0, 1],
    [366, 1],
    [1, 0],
    [1, 1001],
    [1.5, 1],
  ])
    expect((await admin.request(unitRoutes.invite, { body: { expiresInDays, maxUses } })).status).toBe(400)
})
