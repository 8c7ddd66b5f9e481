import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { unitRoutes } from '@noroshi/contract/accounts/unit.http'
import type { Caller } from '#/testing/caller.ts'
import { accountOf } from '#/testing/right-requests.ts'
import { unit } from '#/testing/unit.ts'

const settings = { name: 'Noroshi', registration: 'open', sosCountsDown: true, allowsForgottenPassword: true }
const changes = (admin: Caller, change: Partial<typeof settings>) =>
  admin.gets(unitRoutes.changeSettings, { body: { ...settings, ...change } })
const invites = async (admin: Caller, maxUses: number, expiresInDays = 7) => {
  const made = await admin.gets(unitRoutes.invite, { body: { label: 'neighbours', maxUses, expiresInDays } })
  return { ...made, inviteCode: new URL(made.link, 'http://unit').searchParams.get('invite') ?? '' }
}
let people = 0
const registers = async (caller: Caller, inviteCode?: string) => {
  const { status, body } = await caller.asks(accountRoutes.register, {
    body: { ...accountOf(`person${people++}`), ...(inviteCode !== undefined && { inviteCode }) },
  })
  return status === 201 ? true : (body as unknown as { code: string }).code // a refusal
}

test('what an administrator changes of the unit holds at once and is written down', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  expect(await admin.gets(unitRoutes.settings)).toEqual(settings)
  const changed = { name: '若葉会館', registration: 'invitation', sosCountsDown: false, allowsForgottenPassword: false }
  await changes(admin, changed)
  expect(await admin.gets(unitRoutes.settings)).toEqual(changed)
  expect(await noroshi.visitor.gets(accountRoutes.unit)).toMatchObject({
    name: '若葉会館',
    sosCountsDown: false,
    canRegister: true,
    needsInvitation: true,
  })
  await changes(admin, { registration: 'closed' })
  expect(await noroshi.visitor.gets(accountRoutes.unit)).toMatchObject({ canRegister: false, needsInvitation: false })
  const rows = await noroshi.db.selectFrom('audit_log').select(['action', 'details']).orderBy('id').execute()
  expect(rows[0]).toEqual({ action: 'settings.changed', details: changed })
  const wrong = { ...settings, name: ' ', registration: 'ajar' }
  expect(await admin.asks(unitRoutes.changeSettings, { body: wrong })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'name' }, { path: 'registration' }] },
  })
})

test('a visitor registers by an invitation where the unit asks for one, and not at all where it is closed', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const { inviteCode } = await invites(admin, 5)
  expect(await registers(noroshi.visitor)).toBe(true)
  await changes(admin, { registration: 'invitation' })
  expect(await registers(noroshi.visitor)).toBe('auth.inviteCode')
  expect(await registers(noroshi.visitor, 'guessed')).toBe('auth.inviteCode')
  expect(await registers(noroshi.visitor, inviteCode)).toBe(true)
  await changes(admin, { registration: 'closed' })
  expect(await registers(noroshi.visitor, inviteCode)).toBe('auth.registrationClosed')
})

test('an invitation for three lets three in, however many come at the same moment', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  await changes(admin, { registration: 'invitation' })
  const { inviteCode } = await invites(admin, 3)
  const answers = await Promise.all(Array.from({ length: 10 }, () => registers(noroshi.visitor, inviteCode)))
  expect(answers.filter((answer) => answer === true)).toHaveLength(3)
  expect(new Set(answers)).toEqual(new Set([true, 'auth.inviteCode']))
  const { items } = await admin.gets(unitRoutes.invitations)
  expect(items).toMatchObject([{ usedCount: 3, maxUses: 3, isOpen: false, createdBy: { id: admin.id } }])
})

test('who cannot register after all uses up nothing', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  await changes(admin, { registration: 'invitation' })
  const { inviteCode } = await invites(admin, 2)
  const body = { ...accountOf('twice'), inviteCode }
  await noroshi.visitor.gets(accountRoutes.register, { body })
  expect((await noroshi.visitor.asks(accountRoutes.register, { body })).status).toBe(409)
  expect((await admin.gets(unitRoutes.invitations)).items[0]?.usedCount).toBe(1)
})

test('an invitation ends with its days and when it is revoked; its code is told once and stored as a hash', async () => {
  await using noroshi = await unit({ PUBLIC_URL: 'https://hall.example.org' })
  const admin = await noroshi.admin('Gen')
  await changes(admin, { registration: 'invitation' })
  const [old, revoked] = [await invites(admin, 5, 1), await invites(admin, 5, 7)]
  expect(old.link).toBe(`https://hall.example.org/register?invite=${old.inviteCode}`)
  expect(JSON.stringify(await noroshi.db.selectFrom('invitations').selectAll().execute())).not.toContain(old.inviteCode)
  expect(JSON.stringify(await noroshi.db.selectFrom('audit_log').selectAll().execute())).not.toContain(old.inviteCode)
  expect(await registers(noroshi.visitor, revoked.inviteCode)).toBe(true)
  await admin.gets(unitRoutes.revokeInvitation, { params: { id: revoked.id } })
  expect(await registers(noroshi.visitor, revoked.inviteCode)).toBe('auth.inviteCode')
  expect(await registers(noroshi.visitor, old.inviteCode)).toBe(true)
  noroshi.clock.advance({ hours: 25 })
  expect(await registers(noroshi.visitor, old.inviteCode)).toBe('auth.inviteCode')
  expect((await admin.gets(unitRoutes.invitations)).items.map(({ isOpen }) => isOpen)).toEqual([false, false])
  expect(await admin.asks(unitRoutes.revokeInvitation, { params: { id: crypto.randomUUID() } })).toMatchObject({
    status: 404,
    body: { code: 'invitation.notFound' },
  })
})

test('an invitation lasts 1 to 365 days and lets in 1 to 1000', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  for (const [expiresInDays, maxUses] of [
    [0, 1],
    [366, 1],
    [1, 0],
    [1, 1001],
    [1.5, 1],
  ])
    expect((await admin.asks(unitRoutes.invite, { body: { expiresInDays, maxUses } })).status).toBe(400)
})
