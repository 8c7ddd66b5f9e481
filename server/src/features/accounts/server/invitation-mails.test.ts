import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { invitationImportRoutes } from '@noroshi/contract/accounts/invitation-import.http'
import { unitRoutes } from '@noroshi/contract/accounts/unit.http'
import type { Mail } from '#/ports/mail.ts'
import type { Caller } from '#/testing/caller.ts'
import { mailbox } from '#/testing/processes/mailbox.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { mailInvitations } from './invitation-mails.ts'

const batchOf = (count: number) => ({
  clientId: randomUUID(),
  secret: randomBytes(32).toString('base64url'),
  items: Array.from({ length: count }, (_, index) => ({ email: `p${index}@example.org` })),
  expiresInDays: 7,
  replaces: false,
  mailLanguage: 'en' as const,
})
const mailsOf = async (admin: Caller, body: ReturnType<typeof batchOf>) =>
  (await admin.fetch(invitationImportRoutes.create, { body })).items.map((item) => item.status === 'created' && item.mail)

/** Makes the mails of all invitations those that a request has not sent. @param begun when it began to send them */
const forgetMails = ({ db }: TestServer, begun: Date | null = null) =>
  db.updateTable('invitations').set({ mail: 'waiting', mail_begun_at: begun }).execute()

const PUBLIC_URL = 'https://hall.example.org'

test('a repetition does not send the mails that a slow request sends later', async () => {
  await using mails = await mailbox()
  await using noroshi = await startTestServer({ SMTP_URL: mails.url, PUBLIC_URL })
  await mailsOf(await noroshi.admin('Gen'), batchOf(10))
  await forgetMails(noroshi)
  const { batch_id } = await noroshi.db.selectFrom('invitations').select('batch_id').executeTakeFirstOrThrow()
  const sent: string[] = []
  const answer = Promise.withResolvers<void>()
  const slow: Mail = {
    send: async ({ to }) => {
      sent.push(to)
      await answer.promise
    },
    close: () => undefined,
  }
  const run = (mail: Mail) => mailInvitations({ ...noroshi.deps, mail }, batch_id ?? '', 'en', (id) => id)
  const first = run(slow)
  await expect.poll(() => sent.length).toBe(4)
  noroshi.clock.advance({ minutes: 10 })
  await run({ send: async ({ to }) => void sent.push(to), close: () => undefined })
  answer.resolve()
  await first
  expect(sent.toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `p${index}@example.org`))
})

test('a mail that a killed process may have sent is not sent again, and its link is to be handed over', async () => {
  await using mails = await mailbox()
  await using noroshi = await startTestServer({ SMTP_URL: mails.url, PUBLIC_URL })
  const [admin, batch] = [await noroshi.admin('Gen'), batchOf(1)]
  expect(await mailsOf(admin, batch)).toEqual(['sent'])
  await forgetMails(noroshi, noroshi.deps.now())
  expect(await mailsOf(admin, batch)).toEqual(['waiting'])
  noroshi.clock.advance({ minutes: 6 })
  expect(await mailsOf(admin, batch)).toEqual(['failed'])
  expect(mails.emails).toHaveLength(1)
})

test('the mail of an ended link does not wait for ever', async () => {
  await using mails = await mailbox()
  await using noroshi = await startTestServer({ SMTP_URL: mails.url, PUBLIC_URL })
  const [admin, batch] = [await noroshi.admin('Gen'), batchOf(1)]
  await mailsOf(admin, batch)
  await forgetMails(noroshi)
  await noroshi.db.updateTable('invitations').set({ revoked_at: noroshi.deps.now() }).execute()
  expect(await mailsOf(admin, batch)).toEqual(['failed'])
  expect(mails.emails).toHaveLength(1)
})

test('a batch is repeated after the registration has been closed', async () => {
  await using mails = await mailbox()
  await using noroshi = await startTestServer({ SMTP_URL: mails.url, PUBLIC_URL })
  const [admin, batch] = [await noroshi.admin('Gen'), batchOf(2)]
  await mailsOf(admin, batch)
  await admin.fetch(unitRoutes.changeSettings, {
    body: { ...(await admin.fetch(unitRoutes.settings)), registration: 'closed' },
  })
  expect(await mailsOf(admin, batch)).toEqual(['sent', 'sent'])
  expect((await admin.request(invitationImportRoutes.create, { body: batchOf(1) })).status).toBe(403)
})
