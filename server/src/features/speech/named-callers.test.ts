import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { handsFreeRoutes } from '@noroshi/contract/hands-free/hands-free.http'
import { createGroup } from '#/testing/scenes/chats.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'
import { partOf, type SentPart, trySendPart } from '#/testing/scenes/voice.ts'

const part = (threadId: string, timestamp: number, token: string) => ({
  threadId,
  bytes: new Uint8Array(randomBytes(500)),
  timestamp,
  token,
})

test('a voice part and a voice command get 403 for the token of another session, also of the same user', async () => {
  await using noroshi = await startTestServer()
  const [ren, aoi] = await noroshi.people('Ren', 'Aoi')
  const { id } = await createGroup(ren, [aoi])
  const other = await noroshi.anotherSession(ren)
  for (const [index, [session, status]] of [[aoi, 403] as const, [other, 403] as const, [ren, 200] as const].entries()) {
    const token = session.token ?? ''
    expect((await trySendPart(ren, part(id, index + 1, token))).status).toBe(status)
    const body = { language: 'en' as const, text: 'stop', accessToken: token }
    expect((await ren.request(handsFreeRoutes.understand, { body })).status).toBe(status)
  }
})

/** Sends a part to the second address of voice posts. @returns the status and the body */
async function sendToAsrServer(caller: TestUser, sent: SentPart, query = '') {
  const { form, files } = partOf(sent)
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  for (const { field, name, bytes } of files) body.append(field, new Blob([bytes]), name)
  const response = await caller.rawFetch(`/asr-server/audio-stream${query}`, { method: 'POST', body })
  return { status: response.status, body: await response.text() }
}

test('the token in a form or a body is in no log, row, part and error', async () => {
  await using noroshi = await startTestServer({ LOG_LEVEL: 'info' })
  noroshi.expectsInLog(/./)
  const [ren, aoi] = await noroshi.people('Ren', 'Aoi')
  const { id } = await createGroup(ren, [aoi])
  const token = ren.token ?? ''
  const command = (text: string, accessToken = token) => ({ body: { language: 'en' as const, text, accessToken } })
  const replies = [
    await trySendPart(ren, part(id, 1, token)),
    await trySendPart(aoi, part(id, 1, token)),
    await sendToAsrServer(ren, { ...part(id, 2, token), userId: ren.id }),
    await sendToAsrServer(ren, { ...part(id, 3, token), userId: aoi.id }),
    await sendToAsrServer(aoi, { ...part(id, 3, token), userId: aoi.id }),
    await sendToAsrServer(ren, part(id, 3, token.repeat(9))),
    await sendToAsrServer(ren, part(id, 4, token), `?UserId=${ren.id}&accessToken=${token}`),
    await ren.request(handsFreeRoutes.understand, command('nothing of it')),
    await aoi.request(handsFreeRoutes.understand, command('stop')),
    await ren.request(handsFreeRoutes.understand, command('stop', token.repeat(9))),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 403, 200, 403, 403, 400, 200, 400, 403, 400])
  expect(JSON.stringify(replies)).not.toContain(token)
  expect(noroshi.log.filter((line) => line.includes(token))).toEqual([])
  expect(await rowsWith(noroshi, ren.id)).not.toEqual([]) // the search finds what is there
  expect(await rowsWith(noroshi, token)).toEqual([])
})

/** Returns the rows of all tables that contain a text, also as bytes. */
async function rowsWith({ db }: TestServer, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`.execute(db)
  const hex = Buffer.from(text).toString('hex')
  const found = await Promise.all(
    tables.map(({ name }) =>
      sql<{ row: string }>`SELECT t::text AS row FROM ${sql.raw(name)} t
        WHERE strpos(t::text, ${text}) > 0 OR strpos(t::text, ${hex}) > 0`.execute(db),
    ),
  )
  return found.flatMap(({ rows }) => rows.map(({ row }) => row))
}
