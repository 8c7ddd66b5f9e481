import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { invitationImportRoutes } from '@noroshi/contract/accounts/invitation-import.http'
import { invitationProposalRoutes } from '@noroshi/contract/accounts/invitation-proposal.http'
import { unitRoutes } from '@noroshi/contract/accounts/unit.http'
import { runCleanup } from '#/cleanup-jobs.ts'
import { accountOf } from '#/testing/access/request-values.ts'
import type { Caller } from '#/testing/caller.ts'
import { mailbox } from '#/testing/processes/mailbox.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

type Batch = z.input<typeof invitationImportRoutes.create.body>
const batchOf = (items: Batch['items'], change: Partial<Batch> = {}): Batch => ({
  clientId: randomUUID(),
  secret: randomBytes(32).toString('base64url'),
  items,
  expiresInDays: 7,
  replaces: false,
  mailLanguage: null,
  ...change,
})
const create = (admin: Caller, body: Batch) => admin.fetch(invitationImportRoutes.create, { body })
const check = async (admin: Caller, items: Batch['items']) =>
  (await admin.fetch(invitationImportRoutes.check, { body: { items } })).items
const codeOf = (item: { link?: string } | undefined) => new URL(item?.link ?? '', 'http://unit').searchParams.get('invite') ?? ''
const linksOf = ({ items }: Awaited<ReturnType<typeof create>>) =>
  items.map((item) => (item.status === 'created' ? item.link : item.status))
const rowsOf = ({ db }: TestServer) => db.selectFrom('invitations').selectAll().orderBy('position').execute()
const register = (noroshi: TestServer, name: string, inviteCode: string) =>
  noroshi.visitor.request(accountRoutes.register, { body: { ...accountOf(name), inviteCode } })
const requireInvitation = async (admin: Caller, registration: 'invitation' | 'closed' = 'invitation') =>
  admin.fetch(unitRoutes.changeSettings, { body: { ...(await admin.fetch(unitRoutes.settings)), registration } })

test('an administrator invites people, who register with the proposed name by their own link, once', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  await requireInvitation(admin)
  const { items, mailsAgainAt } = await create(
    admin,
    batchOf([{ firstName: '遥', lastName: '佐藤', email: ' Haruka＠Example.org' }, { firstName: 'Bob' }]),
  )
  expect(items).toMatchObject([
    { status: 'created', mail: 'none' },
    { status: 'created', mail: 'none' },
  ])
  expect(mailsAgainAt).toBeNull()
  const [haruka, bob] = items.map((item) => codeOf(item.status === 'created' ? item : undefined))
  const read = (inviteCode = '') => noroshi.visitor.request(invitationProposalRoutes.read, { body: { inviteCode } })
  expect((await read(haruka)).body).toEqual({ firstName: '遥', lastName: '佐藤', email: 'haruka@example.org' })
  expect((await read(bob)).body).toEqual({ firstName: 'Bob', lastName: '', email: '' })
  expect((await register(noroshi, 'someone', bob ?? '')).status).toBe(201)
  expect(await register(noroshi, 'another', bob ?? '')).toMatchObject({ status: 400, body: { code: 'auth.inviteCode' } })
  expect(await read(bob)).toMatchObject({ status: 400, body: { code: 'auth.inviteCode' } })
  expect((await admin.fetch(unitRoutes.invitations)).items.map(({ label, usedCount }) => [label, usedCount])).toEqual([
    ['Bob', 1],
    ['佐藤 遥', 0],
  ])
  const stored = JSON.stringify([
    await rowsOf(noroshi),
    await noroshi.db.selectFrom('audit_log').selectAll().execute(),
    await noroshi.db.selectFrom('client_commands').selectAll().execute(),
  ])
  expect(stored).not.toContain(haruka)
  expect(stored).toContain('invitation.imported')
})

test('a repeated batch gets the same links and creates no second invitation; another body is a conflict', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const batch = batchOf([{ email: 'a@example.org' }, { email: 'b@example.org' }, { email: 'a@example.org' }])
  const [first, again, concurrent] = await Promise.all([create(admin, batch), create(admin, batch), create(admin, batch)])
  expect(linksOf(first)).toEqual([expect.stringContaining('invite='), expect.stringContaining('invite='), 'invited'])
  expect([again, concurrent]).toEqual([first, first])
  noroshi.clock.advance({ hours: 1 })
  expect(await create(admin, batch)).toEqual(first)
  expect(await rowsOf(noroshi)).toHaveLength(2)
  const other = { ...batch, items: [{ email: 'c@example.org' }] }
  expect((await admin.request(invitationImportRoutes.create, { body: other })).status).toBe(409)
})

test('members and invited people are left out; an earlier link ends if it is replaced', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  await noroshi.visitor.fetch(accountRoutes.register, { body: accountOf('member') })
  const people = [{ email: 'member@example.org' }, { email: 'new@example.org' }, { firstName: 'Aoi' }]
  expect(await check(admin, people)).toEqual(['member', 'free', 'free'])
  const first = linksOf(await create(admin, batchOf(people)))
  expect(await check(admin, people)).toEqual(['member', 'invited', 'invited'])
  // A namesake with an address is another person.
  expect(await check(admin, [{ firstName: 'Aoi', email: 'aoi@example.org' }])).toEqual(['free'])
  expect(linksOf(await create(admin, batchOf(people)))).toEqual(['member', 'invited', 'invited'])
  const replaced = linksOf(await create(admin, batchOf(people, { replaces: true })))
  expect(replaced).toEqual(['member', expect.stringContaining('invite='), expect.stringContaining('invite=')])
  await requireInvitation(admin)
  expect((await register(noroshi, 'late', codeOf({ link: first[1] ?? '' }))).status).toBe(400)
  expect((await register(noroshi, 'new', codeOf({ link: replaced[1] ?? '' }))).status).toBe(201)
  expect(await check(admin, people)).toEqual(['member', 'member', 'invited'])
})

test('where anyone may register, a link counts its use too', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [link = ''] = linksOf(await create(admin, batchOf([{ firstName: 'Aoi' }])))
  expect((await register(noroshi, 'aoi', codeOf({ link }))).status).toBe(201)
  expect((await admin.fetch(unitRoutes.invitations)).items).toMatchObject([{ label: 'Aoi', usedCount: 1 }])
})

test('bad rows, too many rows, a short secret and closed registration are refused, and no one is invited', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const request = (body: Batch) => admin.request(invitationImportRoutes.create, { body })
  const good = { firstName: 'Good' }
  expect(await request(batchOf([good, { email: 'wrong@' }, {}, { firstName: 'see https://evil.example' }]))).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'items.1.email' }, { path: 'items.2.firstName' }, { path: 'items.3.firstName' }] },
  })
  expect((await request(batchOf(Array.from({ length: 101 }, () => good)))).status).toBe(400)
  expect((await request(batchOf([]))).status).toBe(400)
  expect((await request(batchOf([good], { secret: 'short' }))).status).toBe(400)
  expect(await request(batchOf([good], { mailLanguage: 'en' }))).toMatchObject({
    status: 409,
    body: { code: 'invitation.noMail' },
  })
  await requireInvitation(admin, 'closed')
  expect((await request(batchOf([good]))).status).toBe(403)
  expect(await rowsOf(noroshi)).toEqual([])
})

test('2000 people are invited in 20 batches, and pages of the list contain each of them', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const links = new Set<string>()
  for (let batch = 0; batch < 20; batch += 1) {
    const items = Array.from({ length: 100 }, (_, index) => ({ email: `p${batch * 100 + index}@example.org` }))
    for (const link of linksOf(await create(admin, batchOf(items)))) links.add(link)
  }
  expect(links.size).toBe(2000)
  const listed: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { items: { label: string }[]; nextCursor: string | null } = await admin.fetch(unitRoutes.invitations, {
      query: cursor === '' ? {} : { cursor },
    })
    listed.push(...page.items.map(({ label }) => label))
    cursor = page.nextCursor
  }
  expect(new Set(listed).size).toBe(2000)
})

test('each person with an address gets a mail with their own link and no name, and a repetition sends none', async () => {
  await using mails = await mailbox()
  await using noroshi = await startTestServer({ SMTP_URL: mails.url, PUBLIC_URL: 'https://hall.example.org' })
  const admin = await noroshi.admin('Gen')
  const batch = batchOf([{ firstName: '遥', email: 'haruka@example.org' }, { firstName: 'Bob' }], { mailLanguage: 'ja' })
  const [first, again] = await Promise.all([create(admin, batch), create(admin, batch)])
  const [haruka] = first.items
  expect(first.items.concat(again.items).map((item) => item.status === 'created' && item.mail)).toSatisfy(
    ([a, bob, b]) => bob === 'none' && [a, b].includes('sent') && [a, b].every((mail) => ['sent', 'waiting'].includes(mail)),
  )
  expect(await create(admin, batch)).toMatchObject({ items: [{ mail: 'sent' }, { mail: 'none' }] })
  expect(mails.emails).toHaveLength(1)
  const [{ subject, text, to } = {}] = mails.emails
  expect([subject, to?.[0]?.address]).toEqual(['Noroshi：招待のお知らせ', 'haruka@example.org'])
  expect(text).toContain(haruka?.status === 'created' ? haruka.link : 'no link')
  expect(text).not.toContain('遥')
})

test('when the mail server is down, the mails have failed and the links are valid', async () => {
  const mails = await mailbox()
  await mails[Symbol.asyncDispose]()
  await using noroshi = await startTestServer({ SMTP_URL: mails.url, PUBLIC_URL: 'https://hall.example.org' })
  noroshi.expectsInLog(/ECONNREFUSED/)
  const admin = await noroshi.admin('Gen')
  const people = Array.from({ length: 20 }, (_, index) => ({ email: `p${index}@example.org` }))
  const { items } = await create(admin, batchOf(people, { mailLanguage: 'en' }))
  expect(new Set(items.map((item) => item.status === 'created' && item.mail))).toEqual(new Set(['failed']))
  expect(noroshi.log.length).toBeLessThan(10)
  await requireInvitation(admin)
  const link = items[19]?.status === 'created' ? items[19].link : ''
  expect((await register(noroshi, 'p19', codeOf({ link }))).status).toBe(201)
})

test('a batch beyond the mails of a day waits without an invitation, and goes on the next day', async () => {
  await using mails = await mailbox()
  const environment = { SMTP_URL: mails.url, PUBLIC_URL: 'https://hall.example.org', INVITATION_MAILS_PER_DAY: '100' }
  await using noroshi = await startTestServer(environment)
  const admin = await noroshi.admin('Gen')
  const batch = (from: number) =>
    batchOf(
      Array.from({ length: 60 }, (_, index) => ({ email: `p${from + index}@example.org` })),
      { mailLanguage: 'en' },
    )
  const [first, second] = [batch(0), batch(60)]
  expect((await create(admin, first)).items).toHaveLength(60)
  const refused = await create(admin, second)
  expect(refused.items).toEqual([])
  expect(new Date(refused.mailsAgainAt ?? 0).getTime()).toBeGreaterThan(noroshi.clock.now().getTime() + 23 * 3_600_000)
  expect(await rowsOf(noroshi)).toHaveLength(60)
  expect((await create(admin, first)).items).toHaveLength(60) // a repetition needs no mail
  noroshi.clock.advance({ hours: 25 })
  expect((await create(admin, second)).items).toHaveLength(60)
  expect(mails.emails).toHaveLength(120)
})

test('the names and addresses of people are deleted 30 days after their invitations have ended', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  await create(admin, batchOf([{ email: 'a@example.org' }]))
  await admin.fetch(unitRoutes.invite, { body: { expiresInDays: 1, maxUses: 5 } })
  noroshi.clock.advance({ hours: 36 * 24 })
  await runCleanup(noroshi.deps)
  expect(await rowsOf(noroshi)).toHaveLength(2)
  noroshi.clock.advance({ hours: 2 * 24 })
  await runCleanup(noroshi.deps)
  expect(await rowsOf(noroshi)).toMatchObject([{ email: null, max_uses: 5 }])
})
