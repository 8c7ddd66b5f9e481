import { expect, test } from 'vitest'
import { personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { newId } from '#/db/ids.ts'
import { PASSWORD, setPasswords } from '#/testing/access/request-values.ts'
import type { Caller } from '#/testing/caller.ts'
import { readZip } from '#/testing/read-zip.ts'
import { sendMessage, startPersonalChat } from '#/testing/scenes/chats.ts'
import { GONE, KEPT, livePersonalLife } from '#/testing/scenes/personal-life.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'
import { exportFiles } from './export-archive.ts'

const requestLink = (person: Caller, currentPassword = PASSWORD) =>
  person.request(personalDataRoutes.export, { body: { currentPassword } })

async function download({ visitor }: TestServer, path: string) {
  const response = await visitor.rawFetch(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  const files = readZip(Buffer.from(await response.arrayBuffer()))
  const json = (name: string): Record<string, unknown>[] => JSON.parse(String(files.get(`${name}.json`)))
  return { files, json }
}

async function startWithLife() {
  const noroshi = await startTestServer()
  const [person, other] = [await noroshi.admin('Aiko'), await noroshi.admin('Ben')]
  await setPasswords(noroshi)
  await livePersonalLife(noroshi, person, other)
  return { noroshi, person, other }
}

test('an export has each file of the README in both languages, the words of the user, their files, and no secret', async () => {
  const { noroshi, person, other } = await startWithLife()
  await using _ = noroshi
  await sendMessage(other, (await startPersonalChat(other, person)).id, 'only Ben wrote this')
  const { status, body } = await requestLink(person)
  expect(status).toBe(201)
  const { files, json } = await download(noroshi, body.path)

  const readme = String(files.get('README.txt'))
  for (const file of exportFiles) {
    expect(Array.isArray(json(file)), file).toBe(true)
    expect(readme.split(`\r\n${file}.json: `), file).toHaveLength(3)
  }
  expect(json('profile')).toMatchObject([{ firstName: `${GONE}First`, city: `${GONE}City`, isAdmin: true }])
  expect(json('sessions')).toMatchObject([{}, { userAgent: `${GONE} Browser` }])
  expect(new Set(json('threads').map(({ kind }) => kind))).toEqual(new Set(['group', 'personal']))
  expect(json('threads')).toContainEqual(expect.objectContaining({ groupName: 'Quokkakept Group' }))
  expect(json('threads')).toContainEqual(expect.objectContaining({ otherUserId: other.id }))
  expect(json('messages')).toContainEqual(expect.objectContaining({ text: `${GONE} now`, earlierTexts: [`${GONE} at first`] }))
  expect(json('messages')).toContainEqual(expect.objectContaining({ text: `${KEPT} at the bridge`, messageType: 'alertChat' }))
  expect(json('alerts')).toMatchObject([{ textContent: `${KEPT} help` }])
  expect(json('posts')).toMatchObject([{ textContent: `${KEPT} post` }])
  expect(json('comments')).toMatchObject([{ description: `${KEPT} comment` }])
  expect(json('reports')).toMatchObject([{ reason: `${KEPT} reason` }])
  expect(json('drafts')).toMatchObject([{ text: `${GONE} draft` }, { text: `${GONE} draft` }])
  for (const file of ['likes', 'reactions', 'page-drafts', 'pages-created', 'feeds-created', 'invitations', 'locations'] as const)
    expect(json(file), file).toHaveLength(1)

  const all = [...files.values()].map(String).join('\n')
  expect(all).not.toContain('only Ben wrote this')
  expect(all).not.toContain(`${KEPT} answer`)
  const secrets = await noroshi.db.selectFrom('users').select('password_hash').execute()
  for (const { password_hash: secret } of secrets) expect(all).not.toContain(secret)
  const own = json('files')
  expect(own.map(({ name }) => String(name)).toSorted()).toEqual([`${GONE}.txt`, `${GONE}.txt`, `${GONE}.webp`, `${KEPT}.txt`])
  for (const { path, size } of own) expect(files.get(String(path))?.length, String(path)).toBe(size)
})

test('more messages than one batch are exported, in their order', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await setPasswords(noroshi)
  const { id } = await startPersonalChat(aiko, ben)
  const first = await sendMessage(aiko, id, 'number 0')
  const count = 1500
  await noroshi.db
    .insertInto('messages')
    .values(
      Array.from({ length: count - 1 }, (_, index) => ({
        id: newId(),
        thread_id: id,
        sender_id: aiko.id,
        message_type: 'normalChat',
        seq: index + 2,
        text: `number ${index + 1}`,
        message_at: new Date(first.createdAt),
      })),
    )
    .execute()
  const { json } = await download(noroshi, (await requestLink(aiko)).body.path)
  expect(json('messages').map(({ text }) => text)).toEqual(Array.from({ length: count }, (_, index) => `number ${index}`))
})

test('a link works once and for ten minutes; a wrong password, and a third export of a day, are refused', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  await setPasswords(noroshi)
  expect(await requestLink(aiko, 'wrong')).toMatchObject({ status: 400, body: { code: 'auth.wrongPassword' } })
  const first = (await requestLink(aiko)).body.path
  await download(noroshi, first)
  const statusOf = async (path: string) => (await noroshi.visitor.rawFetch(path)).status
  expect(await statusOf(first)).toBe(404)
  const late = (await requestLink(aiko)).body.path
  noroshi.clock.advance({ minutes: 11 })
  expect(await statusOf(late)).toBe(404)
  expect(await statusOf(`${late.split('=')[0]}=wrong`)).toBe(404)
  expect(await requestLink(aiko)).toMatchObject({ status: 429, body: { code: 'tooManyRequests' } })
  noroshi.clock.advance({ hours: 24 })
  expect((await requestLink(aiko)).status).toBe(201)
})

test('while an export runs, no other one of the same user starts', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  await setPasswords(noroshi)
  const { body } = await requestLink(aiko)
  await noroshi.db
    .updateTable('account_exports')
    .set({ running_until: new Date(noroshi.deps.now().getTime() + 60_000), token_hash: null })
    .execute()
  expect(await requestLink(aiko)).toMatchObject({ status: 409, body: { code: 'account.exportRuns' } })
  expect((await noroshi.visitor.rawFetch(body.path)).status).toBe(404)
  noroshi.clock.advance({ minutes: 3 })
  expect((await requestLink(aiko)).status).toBe(201)
})

test('an administrator exports the data of a user with their own password while they have the right, and the audit log shows it', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  await setPasswords(noroshi)
  const exportOf = (id: string, currentPassword = PASSWORD) =>
    admin.request(personalDataRoutes.exportOf, { params: { id }, body: { currentPassword } })
  expect((await exportOf(aiko.id, 'wrong')).status).toBe(400)
  const { json } = await download(noroshi, (await exportOf(aiko.id)).body.path)
  expect(json('profile')).toMatchObject([{ id: aiko.id, firstName: 'Aiko' }])
  const link = (await exportOf(aiko.id)).body.path
  for (const lost of [{ is_admin: false }, { is_active: false }]) {
    await noroshi.db.updateTable('users').set(lost).where('id', '=', admin.id).execute()
    expect((await noroshi.visitor.rawFetch(link)).status).toBe(404)
    await noroshi.db.updateTable('users').set({ is_admin: true, is_active: true }).where('id', '=', admin.id).execute()
  }
  await download(noroshi, link)
  const entries = await noroshi.db.selectFrom('audit_log').selectAll().where('target_id', '=', aiko.id).execute()
  const entry = { action: 'user.dataExported', actor_id: admin.id, details: { name: 'Aiko' } }
  expect(entries).toMatchObject([entry, entry])
  expect((await exportOf('00000000-0000-7000-8000-000000000000')).status).toBe(404)
})
