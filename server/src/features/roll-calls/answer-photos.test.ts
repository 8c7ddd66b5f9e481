import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import type { Caller } from '#/testing/caller.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { answer, ask, read } from '#/testing/scenes/roll-calls.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { purgeAnswerPhotos } from './answer-photos.service.ts'
import { anonymiseOldRollCalls } from './retained-roll-calls.service.ts'

const DAY_MS = 86_400_000

async function start() {
  const noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await ask(gen)
  const bytes = await picture(20, 10)
  const add = (caller: Caller, sent = bytes, clientId: string = randomUUID()) =>
    caller.request(rollCallRoutes.addPhoto, { params: { id }, form: { clientId }, files: [{ name: 'here.png', bytes: sent }] })
  const stored = async () =>
    (await noroshi.db.selectFrom('files').select('id').where('parent_kind', '=', 'personState').execute()).length
  return { noroshi, gen, aiko, ben, id, add, stored }
}

test('a photo belongs to the newest own answer: the person and the asker read it, and others do not', async () => {
  const { noroshi, gen, aiko, ben, id, add } = await start()
  await using _server = noroshi
  expect((await add(aiko)).body).toMatchObject({ code: 'rollCall.noAnswer' })
  await answer(aiko, id, 'safe')
  await answer(ben, id, 'safe')
  const { status, body } = await add(aiko)
  expect([status, body.viewer?.answer?.photo?.width]).toEqual([200, 20])
  const url = (await read(aiko, id)).viewer.answer?.photo?.mediaUrl ?? ''
  for (const [reader, expected] of [
    [aiko, 200],
    [gen, 200],
    [ben, 404],
    [noroshi.visitor, 404],
  ] as const)
    expect((await reader.rawFetch(url)).status).toBe(expected)
  const { items } = await gen.fetch(rollCallRoutes.people, { params: { id }, query: {} })
  expect(items.map(({ person, answer: said }) => [person.firstName, said?.photo?.mediaUrl])).toEqual(
    expect.arrayContaining([
      ['Aiko', url],
      ['Ben', undefined],
    ]),
  )
  // A later answer has no photo, and the one before keeps it.
  await answer(aiko, id, 'injured')
  const history = await gen.fetch(rollCallRoutes.history, { params: { id, personId: aiko.id } })
  expect(history.items.map(({ photo }) => photo?.mediaUrl)).toEqual([undefined, url])
})

test('a photo belongs to the answer that it names, also after a newer one, and waits for one that is unsent', async () => {
  const { noroshi, gen, aiko, ben, id } = await start()
  await using _server = noroshi
  const [first, unsent] = [randomUUID(), randomUUID()]
  const files = [{ name: 'here.png', bytes: await picture(20, 10) }]
  const add = (caller: Caller, answerId: string) =>
    caller.request(rollCallRoutes.addPhoto, { params: { id }, form: { clientId: randomUUID(), answerId }, files })
  const say = (clientId: string, state: 'injured' | 'safe') =>
    aiko.fetch(rollCallRoutes.answer, { params: { id }, body: { clientId, state } })
  await say(first, 'injured')
  await say(randomUUID(), 'safe')
  await answer(ben, id, 'safe')
  expect((await add(aiko, unsent)).body).toMatchObject({ code: 'rollCall.noAnswer' })
  expect((await add(ben, first)).body).toMatchObject({ code: 'rollCall.noAnswer' })
  expect((await add(aiko, first)).status).toBe(200)
  const { items } = await gen.fetch(rollCallRoutes.history, { params: { id, personId: aiko.id } })
  expect(items.map(({ state, photo }) => [state, photo?.width])).toEqual([
    ['safe', undefined],
    ['injured', 20],
  ])
})

test('an answer has one photo: a repetition changes nothing, and another one replaces it', async () => {
  const { noroshi, aiko, id, add, stored } = await start()
  await using _server = noroshi
  await answer(aiko, id, 'safe')
  const [clientId, first, second] = [randomUUID(), await picture(20, 10), await picture(30, 10)]
  const repeated = await Promise.all([1, 2, 3].map(() => add(aiko, first, clientId)))
  expect(repeated.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await add(aiko, second, clientId)).body).toMatchObject({ code: 'conflict' })
  expect((await add(aiko, second)).body.viewer?.answer?.photo?.width).toBe(30)
  expect(await stored()).toBe(1)
  expect((await add(aiko, new TextEncoder().encode('no picture'))).body).toMatchObject({ code: 'file.notPicture' })
  expect(await stored()).toBe(1)
})

test('a roll-call that ended takes no photo, and its photos are deleted with its people', async () => {
  const { noroshi, gen, aiko, id, add, stored } = await start()
  await using _server = noroshi
  await answer(aiko, id, 'safe')
  await add(aiko)
  await gen.fetch(rollCallRoutes.close, { params: { id }, body: { endText: '' } })
  expect((await add(aiko)).body).toMatchObject({ code: 'rollCall.closed' })
  await purgeAnswerPhotos(noroshi.deps)
  expect(await stored()).toBe(1)
  await anonymiseOldRollCalls(noroshi.deps, new Date(Date.now() + DAY_MS))
  await purgeAnswerPhotos(noroshi.deps)
  expect(await stored()).toBe(0)
})
