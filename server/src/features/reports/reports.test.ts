import { describe, expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { adminReportRoutes, REPORT_TEXT_MAX, reportRoutes, REPORTS_OPEN_MAX } from '@noroshi/contract/reports/reports.http'
import { runCleanup } from '#/cleanup-jobs.ts'
import { createGroup, removeMember, sendMessage, startPersonalChat } from '#/testing/scenes/chats.ts'
import { deactivateUser } from '#/testing/scenes/groups.ts'
import { openChannel, say } from '#/testing/scenes/radio.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { type TestUser, startTestServer } from '#/testing/test-server.ts'

const reportMessage = (person: TestUser, id: string, reason?: string) =>
  person.request(reportRoutes.message, { params: { id }, body: { ...(reason !== undefined && { reason }) } })
const reportPerson = (person: TestUser, id: string, reason: string) =>
  person.request(reportRoutes.person, { params: { id }, body: { reason } })
const reportsFor = async (admin: TestUser, status: 'open' | 'done' = 'open') =>
  (await admin.fetch(adminReportRoutes.list, { query: { status } })).items
const finish = (admin: TestUser, id: string, note = '') =>
  admin.request(adminReportRoutes.done, { params: { id }, body: { note } })

async function start() {
  const noroshi = await startTestServer({}, { speech: new TestSpeech() })
  const gen = await noroshi.admin('Gen')
  const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
  const { id } = await createGroup(aiko, [ben])
  return { noroshi, gen, aiko, ben, dora, id, [Symbol.asyncDispose]: () => noroshi[Symbol.asyncDispose]() }
}

describe('a report of a message', () => {
  test('has a copy of it, which an edit and a deletion do not change', async () => {
    await using world = await start()
    const { gen, aiko, ben, id } = world
    const sent = await aiko.fetch(messageRoutes.upload, {
      form: { messageThreadId: id, text: 'you fool', latitude: '38.2', longitude: '140.9' },
      files: [{ field: 'messageMedia', name: 'ugly.txt', bytes: new TextEncoder().encode('ugly') }],
    })
    expect((await reportMessage(ben, sent.id, ' It insults me. ')).status).toBe(200)
    await aiko.fetch(messageChangeRoutes.edit, { params: { id: sent.id }, body: { text: 'hello' } })
    await aiko.fetch(messageChangeRoutes.delete, { params: { id: sent.id } })
    expect(await reportsFor(gen)).toMatchObject([
      {
        reporter: { id: ben.id },
        reported: { id: aiko.id },
        reason: 'It insults me.',
        done: null,
        message: {
          id: sent.id,
          text: 'you fool',
          fileNames: ['ugly.txt'],
          hasLocation: true,
          senderName: 'Aiko',
          threadKind: 'group',
          isRadio: false,
          sentAt: sent.createdAt,
        },
      },
    ])
  })

  test('of a poll has its options', async () => {
    await using world = await start()
    const { gen, aiko, ben, id } = world
    const poll = { options: ['Aiko', 'Ben'], isMultiple: false, closesAt: null }
    const sent = await sendMessage(aiko, id, 'who is the worst?', { poll })
    await reportMessage(ben, sent.id)
    expect((await reportsFor(gen))[0]?.message?.text).toBe('who is the worst?\nAiko\nBen')
  })

  test('is made by readers of personal threads, radio chats and the chats of alerts', async () => {
    await using world = await start()
    const { gen, aiko, ben, dora } = world
    const personal = await startPersonalChat(aiko, ben)
    const inPersonal = await sendMessage(aiko, personal.id, 'in person')
    const channel = await openChannel([aiko, ben])
    const radio = await say(channel.pages[0])
    const alert = await aiko.fetch(alertRoutes.raise, { body: {} })
    const inAlert = await aiko.fetch(alertRoutes.sendMessage, { body: { alertId: alert.id, text: 'help' } })
    expect((await reportMessage(dora, inPersonal.id)).status).toBe(404)
    for (const [person, message] of [
      [ben, inPersonal],
      [ben, radio],
      [dora, inAlert],
    ] as const)
      expect((await reportMessage(person, message?.id ?? '')).status).toBe(200)
    expect((await reportsFor(gen)).map(({ message }) => [message?.threadKind, message?.isRadio])).toEqual([
      ['alert', false],
      ['group', true],
      ['personal', false],
    ])
  })

  test('changes nothing when it is repeated, also many times at once and after it is done', async () => {
    await using world = await start()
    const { gen, aiko, ben, id } = world
    const message = await sendMessage(aiko, id)
    const replies = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((reason) => reportMessage(ben, message.id, reason)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const [report] = await reportsFor(gen)
    await finish(gen, report?.id ?? '')
    expect((await reportMessage(ben, message.id, 'again')).status).toBe(200)
    expect(await reportsFor(gen)).toEqual([])
    expect((await reportsFor(gen, 'done')).map(({ id: reportId }) => reportId)).toEqual([report?.id])
    expect(await ben.fetch(reportRoutes.mine)).toEqual({ messageIds: [message.id], userIds: [] })
  })

  test('is refused for the own message, a deleted one, by others than readers, and with a long reason', async () => {
    await using world = await start()
    const { gen, aiko, ben, dora, id } = world
    const [message, deleted] = [await sendMessage(aiko, id), await sendMessage(aiko, id)]
    await aiko.fetch(messageChangeRoutes.delete, { params: { id: deleted.id } })
    expect(await reportMessage(aiko, message.id)).toMatchObject({ status: 400, body: { code: 'report.own' } })
    expect(await reportMessage(ben, deleted.id)).toMatchObject({ status: 409, body: { code: 'message.isDeleted' } })
    expect((await reportMessage(ben, message.id, 'x'.repeat(REPORT_TEXT_MAX + 1))).status).toBe(400)
    await removeMember(aiko, id, ben)
    for (const person of [ben, dora, gen])
      expect(await reportMessage(person, message.id)).toMatchObject({ status: 404, body: { code: 'message.notFound' } })
    expect(await reportsFor(gen)).toEqual([])
  })
})

describe('a report of a person', () => {
  test('needs a reason and another active user, and can be made again after it is done', async () => {
    await using world = await start()
    const { noroshi, gen, aiko, ben, dora } = world
    await deactivateUser(noroshi, dora)
    expect((await reportPerson(aiko, ben.id, ' ')).body).toMatchObject({ issues: [{ path: 'reason' }] })
    expect(await reportPerson(aiko, aiko.id, 'me')).toMatchObject({ status: 400, body: { code: 'report.own' } })
    expect(await reportPerson(aiko, dora.id, 'rude')).toMatchObject({ status: 404, body: { code: 'user.notFound' } })
    const socket = await ben.openSocket()
    await Promise.all([1, 2, 3].map(() => reportPerson(aiko, ben.id, 'rude')))
    expect(await aiko.fetch(reportRoutes.mine)).toEqual({ messageIds: [], userIds: [ben.id] })
    const [report, ...others] = await reportsFor(gen)
    expect([report, others]).toMatchObject([{ reason: 'rude', message: null, reported: { id: ben.id } }, []])
    await finish(gen, report?.id ?? '', 'talked to them')
    expect(await aiko.fetch(reportRoutes.mine)).toEqual({ messageIds: [], userIds: [] })
    await reportPerson(aiko, ben.id, 'rude again')
    expect((await reportsFor(gen)).map(({ reason }) => reason)).toEqual(['rude again'])
    await socket.settle()
    expect(socket.names()).toEqual([])
  })

  test('is one of at most 50 open ones of a user, and of 10 in a minute', async () => {
    await using world = await start()
    const { noroshi, gen, aiko, ben, dora, id } = world
    const at = noroshi.clock.now()
    const people = await noroshi.people(...Array.from({ length: REPORTS_OPEN_MAX }, (_, index) => `Person${index}`))
    await noroshi.db
      .insertInto('reports')
      .values(
        people.map(({ id: reported }) => ({
          id: reported,
          reporter_id: aiko.id,
          reported_id: reported,
          reason: 'x',
          created_at: at,
        })),
      )
      .execute()
    expect(await reportPerson(aiko, ben.id, 'rude')).toMatchObject({ status: 409, body: { code: 'report.tooMany' } })
    expect(await gen.fetch(adminReportRoutes.count)).toEqual({ open: REPORTS_OPEN_MAX })
    await finish(gen, people[0]?.id ?? '')
    expect((await reportPerson(aiko, ben.id, 'rude')).status).toBe(200)
    const message = await sendMessage(aiko, id)
    const replies = await Promise.all(Array.from({ length: 12 }, () => reportMessage(ben, message.id)))
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(2)
    expect((await reportPerson(dora, ben.id, 'rude')).status).toBe(200)
  })
})

describe('the administrators', () => {
  test('mark a report as done once, with a note and an audit entry', async () => {
    await using world = await start()
    const { noroshi, gen, aiko, ben } = world
    const ito = await noroshi.admin('Ito')
    await reportPerson(aiko, ben.id, 'rude')
    const id = (await reportsFor(gen))[0]?.id ?? ''
    const replies = await Promise.all([finish(gen, id, 'talked to Ben'), finish(ito, id, 'talked to Ben')])
    const [first, second] = replies.map(({ body }) => body.done)
    expect(first).toMatchObject({ note: 'talked to Ben' })
    expect(second).toEqual(first)
    expect((await finish(ito, id, 'another')).body.done).toEqual(first)
    const { items } = await gen.fetch(auditRoutes.list, { query: { action: 'report.done' } })
    expect(items).toMatchObject([
      { actor: { id: first?.by.id }, targetId: ben.id, details: { name: 'Ben', note: 'talked to Ben' } },
    ])
    expect(await gen.fetch(adminReportRoutes.count)).toEqual({ open: 0 })
    expect(await finish(gen, ben.id)).toMatchObject({ status: 404, body: { code: 'report.notFound' } })
  })

  test('read reports in pages, and done ones until a year later', async () => {
    await using world = await start()
    const { noroshi, gen, aiko, ben } = world
    const people = await noroshi.people(...Array.from({ length: 55 }, (_, index) => `Person${index}`))
    await noroshi.db
      .insertInto('reports')
      .values(
        people.map(({ id }) => ({ id, reporter_id: id, reported_id: ben.id, reason: 'x', created_at: noroshi.clock.now() })),
      )
      .execute()
    const first = await gen.fetch(adminReportRoutes.list)
    const second = await gen.fetch(adminReportRoutes.list, { query: { cursor: first.nextCursor ?? '' } })
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 5, null])
    for (const { status } of [await aiko.request(adminReportRoutes.list), await aiko.request(adminReportRoutes.count)])
      expect(status).toBe(403)
    await finish(gen, people[0]?.id ?? '')
    noroshi.clock.advance({ hours: 24 * 364 })
    await runCleanup(noroshi.deps)
    const count = async () => (await noroshi.db.selectFrom('reports').select('id').execute()).length
    expect(await count()).toBe(55)
    noroshi.clock.advance({ hours: 48 })
    await runCleanup(noroshi.deps)
    expect(await count()).toBe(54)
  })
})
