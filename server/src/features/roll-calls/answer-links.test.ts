import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { answerLinkRoutes, rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { mailbox } from '#/testing/processes/mailbox.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'

const ask = (gen: TestUser) =>
  gen.fetch(rollCallRoutes.ask, {
    body: {
      template: 'flood',
      title: 'Flood: are you safe?',
      isUrgent: true,
      isDrill: false,
      audience: { kind: 'everyone' },
      clientId: randomUUID(),
    },
  })

const secretFor = async (keeper: TestUser, id: string, { id: personId }: TestUser) =>
  (await keeper.fetch(rollCallRoutes.createLink, { params: { id, personId } })).link.split('#')[1] ?? ''

const questionOf = ({ visitor }: TestServer, secret: string) => visitor.request(answerLinkRoutes.question, { body: { secret } })
const answerBy = ({ visitor }: TestServer, secret: string, more: Record<string, unknown> = {}) =>
  visitor.request(answerLinkRoutes.answer, { body: { secret, state: 'safe', clientId: randomUUID(), ...more } })

test('a person answers by a link without sign-in; reading it answers nothing and tells no name', async () => {
  await using noroshi = await startTestServer()
  const [gen, [aiko]] = [await noroshi.admin('Gen'), await noroshi.people('Aiko')]
  const { id } = await ask(gen)
  const secret = await secretFor(gen, id, aiko)
  const question = await questionOf(noroshi, secret)
  expect(question).toMatchObject({ status: 200, body: { title: 'Flood: are you safe?', isAnswered: false } })
  expect(JSON.stringify(question.body)).not.toMatch(/Aiko|Gen/)
  expect((await gen.fetch(rollCallRoutes.get, { params: { id } })).counts).toMatchObject({ seen: 0, safe: 0 })
  const clientId = randomUUID()
  await Promise.all([1, 2, 3].map(() => answerBy(noroshi, secret, { clientId, note: 'on the roof' })))
  const { items } = await gen.fetch(rollCallRoutes.people, { params: { id }, query: { filter: 'safe' } })
  expect(items).toMatchObject([
    { person: { id: aiko.id }, answerCount: 1, answer: { source: 'link', answeredBy: null, note: 'on the roof' } },
  ])
  expect(await questionOf(noroshi, secret)).toMatchObject({ body: { isAnswered: true } })
  expect(noroshi.log.join()).not.toContain(secret)
})

test('a link does not replace a later answer of the person', async () => {
  await using noroshi = await startTestServer()
  const [gen, [aiko]] = [await noroshi.admin('Gen'), await noroshi.people('Aiko')]
  const { id } = await ask(gen)
  const secret = await secretFor(gen, id, aiko)
  noroshi.clock.advance({ minutes: 30 })
  await aiko.fetch(rollCallRoutes.answer, { params: { id }, body: { state: 'injured', clientId: randomUUID() } })
  expect((await answerBy(noroshi, secret, { ageMs: 10 * 60_000 })).status).toBe(200)
  expect((await aiko.fetch(rollCallRoutes.get, { params: { id } })).viewer.answer).toMatchObject({ state: 'injured' })
})

test('forged, replaced, expired and closed links get one and the same refusal', async () => {
  await using noroshi = await startTestServer()
  const [gen, [aiko]] = [await noroshi.admin('Gen'), await noroshi.people('Aiko')]
  const { id } = await ask(gen)
  const replaced = await secretFor(gen, id, aiko)
  const current = await secretFor(gen, id, aiko)
  const refusals = async (secret: string) => [await questionOf(noroshi, secret), await answerBy(noroshi, secret)]
  const [forged] = await refusals('A'.repeat(43))
  expect(forged).toMatchObject({ status: 404, body: { code: 'rollCall.linkEnded' } })
  for (const reply of await refusals(replaced)) expect(reply.body).toEqual(forged?.body)
  expect((await answerBy(noroshi, current)).status).toBe(200)
  noroshi.clock.advance({ hours: 31 * 24 })
  for (const reply of await refusals(current)) expect(reply.body).toEqual(forged?.body)
  const later = await secretFor(gen, id, aiko)
  await gen.fetch(rollCallRoutes.close, { params: { id }, body: { endText: '' } })
  for (const reply of await refusals(later)) expect(reply.body).toEqual(forged?.body)
  expect((await questionOf(noroshi, 'short')).status).toBe(400)
  expect((await gen.request(rollCallRoutes.createLink, { params: { id, personId: aiko.id } })).body).toMatchObject({
    code: 'rollCall.closed',
  })
})

test('a member makes no link for anyone, and a keeper none for a person who is not asked', async () => {
  await using noroshi = await startTestServer()
  const [gen, [aiko]] = [await noroshi.admin('Gen'), await noroshi.people('Aiko')]
  const { id } = await ask(gen)
  const [later] = await noroshi.people('Later')
  expect((await aiko.request(rollCallRoutes.createLink, { params: { id, personId: aiko.id } })).status).toBe(404)
  expect((await gen.request(rollCallRoutes.createLink, { params: { id, personId: later.id } })).body).toMatchObject({
    code: 'rollCall.notAsked',
  })
})

test('a keeper mails each person a link of their own, without a name and a text of a user', async () => {
  await using mails = await mailbox()
  await using noroshi = await startTestServer({ SMTP_URL: mails.url, PUBLIC_URL: 'https://hall.example.org' })
  const [gen, [aiko, ben]] = [await noroshi.admin('Gen'), await noroshi.people('Aiko', 'Ben')]
  const { id } = await ask(gen)
  const body = { personIds: [aiko.id, ben.id], isMailed: true }
  const { items } = await gen.fetch(rollCallRoutes.createLinks, { params: { id }, body })
  expect(items).toEqual([aiko, ben].map(({ id: personId }) => ({ personId, link: null, mail: 'sent' })))
  const sent = [await mails.next(), await mails.next()]
  const secrets = sent.map(({ text }) => /https:\/\/hall\.example\.org\/answer#([\w-]{43})/.exec(text ?? '')?.[1] ?? '')
  expect(new Set(secrets).size).toBe(2)
  for (const { text } of sent) expect(text).not.toMatch(/Gen|Flood/)
  expect((await answerBy(noroshi, secrets[1] ?? '')).status).toBe(200)
  expect((await gen.fetch(rollCallRoutes.people, { params: { id }, query: { filter: 'safe' } })).items).toHaveLength(1)
  expect(noroshi.log.join()).not.toContain(secrets[0] ?? '')
})

test('a keeper gets the link whose mail was not sent', async () => {
  await using noroshi = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://hall.example.org' })
  noroshi.expectsInLog(/ECONNREFUSED/)
  const [gen, [aiko]] = [await noroshi.admin('Gen'), await noroshi.people('Aiko')]
  const { id } = await ask(gen)
  const body = { personIds: [aiko.id], isMailed: true }
  const { items } = await gen.fetch(rollCallRoutes.createLinks, { params: { id }, body })
  expect(items).toMatchObject([{ personId: aiko.id, mail: 'failed' }])
  expect((await answerBy(noroshi, items[0]?.link?.split('#')[1] ?? '')).status).toBe(200)
})

test('links for a sheet on paper end those before, and none is made for a person who is not asked', async () => {
  await using noroshi = await startTestServer()
  const [gen, [aiko]] = [await noroshi.admin('Gen'), await noroshi.people('Aiko')]
  const { id } = await ask(gen)
  const first = await secretFor(gen, id, aiko)
  const make = (personIds: string[], more = {}) =>
    gen.request(rollCallRoutes.createLinks, { params: { id }, body: { personIds, ...more } })
  const { status, body } = await make([aiko.id, aiko.id])
  expect([status, body.items.length]).toEqual([201, 1])
  expect((await questionOf(noroshi, first)).status).toBe(404)
  expect((await questionOf(noroshi, body.items[0]?.link?.split('#')[1] ?? '')).status).toBe(200)
  expect((await make([aiko.id, randomUUID()])).body).toMatchObject({ code: 'rollCall.notAsked' })
  expect((await questionOf(noroshi, body.items[0]?.link?.split('#')[1] ?? '')).status).toBe(200)
  expect((await make([aiko.id], { isMailed: true })).body).toMatchObject({ code: 'rollCall.noMail' })
  expect((await make([])).status).toBe(400)
  expect((await make(Array.from({ length: 101 }, () => randomUUID()))).status).toBe(400)
})
