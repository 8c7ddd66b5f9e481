import { expect, test } from 'vitest'
import { ApiError, OfflineError } from '../../../platform/connection/http-errors.ts'
import type { Person } from './csv-people.ts'
import { createInvitationRun, type InvitationRun, sleep } from './invitation-run.ts'

type Send = Parameters<typeof createInvitationRun>[2]['send']
type Body = Parameters<Send>[0]
type Reply = Awaited<ReturnType<Send>>

const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 2,
    firstName: 'P',
    lastName: '',
    email: `p${index}@example.org`,
    phone: '',
    problem: null,
    remark: null,
  }))
const replyTo = ({ items, mailLanguage }: Body, change: Partial<Reply> = {}): Reply => ({
  mailsAgainAt: null,
  expiresAt: '2026-12-06T00:00:00.000Z',
  hosts: [],
  httpPort: null,
  items: items.map(({ email }) => ({
    status: 'created',
    link: `/register?invite=${email}`,
    mail: mailLanguage === null ? 'none' : 'sent',
  })),
  ...change,
})
const refusal = (status: number) => new ApiError(status, { code: 'x', message: 'no', issues: [] })

function startRun(count: number, answer: (body: Body, attempt: number, run: InvitationRun) => Reply, mails = false) {
  const bodies: Body[] = []
  const waits: unknown[] = []
  const run: InvitationRun = createInvitationRun(
    people(count),
    { expiresInDays: 7, replaces: false, mailLanguage: mails ? 'ja' : null },
    {
      send: async (body) => answer(body, bodies.push(body), run),
      sleep: async () => void waits.push(run.state.get().wait?.reason),
      now: () => Date.parse('2026-11-29T00:00:00Z'),
    },
  )
  run.start()
  const reached = (phase: string) => expect.poll(() => run.state.get().phase).toBe(phase)
  return { run, bodies, waits, reached }
}

test('2000 people are invited in batches of 100, or of 20 with mails, each with an id of its own', async () => {
  const links = startRun(2000, (body) => replyTo(body))
  await links.reached('done')
  expect(links.run.state.get().results.size).toBe(2000)
  expect(links.bodies).toHaveLength(20)
  expect(new Set(links.bodies.map(({ clientId }) => clientId)).size).toBe(20)
  const mails = startRun(50, (body) => replyTo(body), true)
  await mails.reached('done')
  expect(mails.bodies.map(({ items }) => items.length)).toEqual([20, 20, 10])
})

test('a batch without a reply, or from a busy server, is repeated with the same body until there is one', async () => {
  const { run, bodies, waits, reached } = startRun(150, (body, attempt) => {
    if (attempt === 2) throw new OfflineError()
    if (attempt === 3) throw refusal(429)
    if (attempt === 4) throw refusal(503)
    return replyTo(body)
  })
  await reached('done')
  expect(bodies).toHaveLength(5)
  for (const body of bodies.slice(2)) expect(body).toEqual(bodies[1])
  expect(waits).toEqual(['offline', 'busy', 'offline'])
  expect(run.state.get().results.size).toBe(150)
})

test('a refusal stops it with its reason, keeps the results, and it goes on with the same batch', async () => {
  let isAllowed = false
  const { run, bodies, reached } = startRun(150, (body, attempt) => {
    if (attempt > 1 && !isAllowed) throw refusal(403)
    return replyTo(body)
  })
  await reached('stopped')
  expect(run.state.get()).toMatchObject({ refusal: { message: 'no' } })
  expect(run.state.get().results.size).toBe(100)
  isAllowed = true
  run.start()
  await reached('done')
  expect(bodies[2]).toEqual(bodies[1])
  expect(run.state.get()).toMatchObject({ refusal: null })
})

test('the user stops it after the running request, and goes on', async () => {
  const { run, bodies, reached } = startRun(300, (body, attempt, self) => {
    if (attempt === 1) self.stop()
    return replyTo(body)
  })
  await reached('stopped')
  expect(run.state.get().results.size).toBe(100)
  run.start()
  await reached('done')
  expect(bodies).toHaveLength(3)
  expect(run.state.get().results.size).toBe(300)
})

test('it waits when the mails of a day are used up, and can go on with links alone', async () => {
  const mailsAgainAt = '2026-11-29T20:00:00.000Z'
  const { run, bodies, waits, reached } = startRun(
    30,
    (body, attempt, self) => {
      if (attempt === 3) self.omitMails()
      return body.mailLanguage === null || attempt === 1 ? replyTo(body) : replyTo(body, { mailsAgainAt, items: [] })
    },
    true,
  )
  await reached('done')
  expect(waits).toEqual(['mails', 'mails'])
  expect(bodies.map(({ mailLanguage }) => mailLanguage)).toEqual(['ja', 'ja', 'ja', null])
  expect([...run.state.get().results.values()].map((result) => result.status === 'created' && result.mail)).toEqual([
    ...Array.from({ length: 20 }, () => 'sent'),
    ...Array.from({ length: 10 }, () => 'none'),
  ])
})

test('mails that another request is sending are asked for again', async () => {
  const { bodies, reached } = startRun(
    1,
    (body, attempt) =>
      replyTo(body, attempt === 1 ? { items: [{ status: 'created', link: '/register?invite=a', mail: 'waiting' }] } : {}),
    true,
  )
  await reached('done')
  expect(bodies).toHaveLength(2)
})

test('a wait ends at once when it is aborted', async () => {
  const controller = new AbortController()
  const waiting = sleep(60_000, controller.signal)
  controller.abort()
  await waiting
  await sleep(60_000, controller.signal)
})
