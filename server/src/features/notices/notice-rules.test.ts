import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { NOTICE_RULES_MAX, type NoticeRuleForm, noticeRuleRoutes } from '@noroshi/contract/notices/notices.http'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import type { z } from 'zod'
import { addFile, addSource, capMessage, jmaDocument } from '#/testing/scenes/notice-documents.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { applyNoticeRules } from './notice-rules.service.ts'
import { receiveDocument, rootOf } from './receive-notices.service.ts'

const form: z.input<typeof NoticeRuleForm> = {
  kind: 'earthquake',
  minSeverity: 'severe',
  areas: ['宮城県'],
  question: '大丈夫ですか',
}
const addRule = (admin: TestUser, fields: Partial<typeof form> = {}) =>
  admin.fetch(noticeRuleRoutes.create, { body: { ...form, ...fields } })
const rollCallsOf = async (user: TestUser) => (await user.fetch(rollCallRoutes.list)).items
const actionsOf = async (admin: TestUser) =>
  (await admin.fetch(auditRoutes.list)).items.map(({ action }) => action).filter((action) => /noticeRule|rollCall/.test(action))

/** A server with a rule of Gen, a member and a source. */
async function startWithRule(fields: Partial<typeof form> = {}) {
  const noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const id = await addSource(gen)
  await addRule(gen, fields)
  const add = async (name: string, at = noroshi.clock.now()) => addFile(gen, id, await jmaDocument(name, at))
  return { noroshi, gen, ben, id, add }
}

test('a strong earthquake in an area of a rule opens one roll-call, also after updates and repeats', async () => {
  const { noroshi, gen, ben, add } = await startWithRule()
  await using _ = noroshi
  await add('earthquake-01-first-intensity')
  await add('earthquake-03-strong', new Date(noroshi.clock.now().getTime() + 1000))
  await add('earthquake-03-strong', new Date(noroshi.clock.now().getTime() + 2000))
  expect(await rollCallsOf(ben)).toMatchObject([
    { title: '大丈夫ですか', isUrgent: true, isDrill: false, template: 'earthquake' },
  ])
  expect(await actionsOf(gen)).toEqual(['noticeRule.acted', 'rollCall.asked', 'noticeRule.created'])
  const [rule] = (await gen.fetch(noticeRuleRoutes.list)).items
  expect(rule?.lastActedAt).not.toBeNull()
})

test('a rule acts on a strong earthquake that a follow-up without intensities replaced meanwhile, and not on a withdrawn one', async () => {
  const { noroshi, gen, ben, id } = await startWithRule()
  await using _ = noroshi
  const now = noroshi.clock.now().getTime()
  // A process received all of them before it applied the rules.
  const receive = async (name: string, seconds: number) =>
    receiveDocument(noroshi.deps, id, rootOf(Buffer.from(await ofOneEvent(name, new Date(now + seconds * 1000)))))
  const ofOneEvent = async (name: string, at: Date) =>
    (await jmaDocument(name, at)).replace(/<EventID>\d+/, '<EventID>20261130100200')
  await receive('earthquake-03-strong', 0)
  await receive('earthquake-06-withdrawn', 1)
  await applyNoticeRules(noroshi.deps)
  expect(await rollCallsOf(ben)).toEqual([])
  await receive('earthquake-03-strong', 2)
  await receive('earthquake-02-hypocentre', 3)
  await receive('earthquake-04-light', 4)
  await applyNoticeRules(noroshi.deps)
  expect(await rollCallsOf(ben)).toHaveLength(1)
  expect(await actionsOf(gen)).toContain('noticeRule.acted')
})

test('neither a roll-call that is not urgent nor an old one takes the place of the one of a rule', async () => {
  const { noroshi, gen, ben, add } = await startWithRule()
  await using _ = noroshi
  const ask = async (isUrgent: boolean) =>
    gen.fetch(rollCallRoutes.ask, {
      body: {
        clientId: randomUUID(),
        template: 'other',
        title: 'Who comes?',
        text: '',
        isUrgent,
        isDrill: false,
        isSeparate: true,
        audience: { kind: 'everyone' },
        questions: [],
      },
    })
  await ask(false)
  const { id } = await ask(true)
  await noroshi.db
    .updateTable('roll_calls')
    .set({ created_at: new Date(noroshi.clock.now().getTime() - 31 * 60_000) })
    .where('id', '=', id)
    .execute()
  await add('earthquake-03-strong')
  expect((await rollCallsOf(ben)).map(({ title }) => title)).toContain('大丈夫ですか')
  expect(await rollCallsOf(ben)).toHaveLength(3)
})

test('a rule whose user has asked too often tries again until the notice is too old', async () => {
  const { noroshi, gen, ben, add } = await startWithRule()
  await using _ = noroshi
  const limit = { name: 'roll-calls', max: 20, minutes: 10 }
  while ((await noroshi.deps.rateLimiter.take(limit, gen.id)).isAllowed);
  await add('earthquake-03-strong')
  expect(await rollCallsOf(ben)).toEqual([])
  expect(await actionsOf(gen)).toEqual(['noticeRule.created'])
  noroshi.clock.advance({ minutes: 11 })
  await applyNoticeRules(noroshi.deps)
  expect(await rollCallsOf(ben)).toHaveLength(1)
  expect(await actionsOf(gen)).toEqual(['noticeRule.acted', 'rollCall.asked', 'noticeRule.created'])
})

test('another event opens another roll-call after the first one has ended', async () => {
  const { noroshi, gen, ben, id, add } = await startWithRule({ kind: 'weather', areas: ['Wakaba'] })
  await using _ = noroshi
  const rain = (identifier: string) => addFile(gen, id, capMessage({ identifier, at: noroshi.clock.now() }))
  await add('earthquake-03-strong')
  expect(await rollCallsOf(ben)).toEqual([])
  await rain('1')
  await rain('2') // the open roll-call asks the same people
  expect(await rollCallsOf(ben)).toHaveLength(1)
})

test('a rule does not act on exercises, tests, old notices, lower severities, other kinds and areas, and withdrawals', async () => {
  const { noroshi, gen, ben } = await startWithRule()
  await using _ = noroshi
  const cases: readonly (readonly [document: string, minutes: number, fields: Partial<typeof form>])[] = [
    ['earthquake-07-exercise', 0, {}],
    ['earthquake-08-test', 0, {}],
    ['earthquake-03-strong', -31, {}],
    ['earthquake-05-corrected', 10, {}],
    ['earthquake-04-light', 0, { areas: ['静岡県'] }],
    ['tsunami-01-major-warning', 0, { areas: ['沖縄県'] }],
    ['earthquake-06-withdrawn', 0, {}],
    ['weather-02-warning', 0, { kind: 'weather', minSeverity: 'extreme' }],
  ]
  for (const [document, minutes, fields] of cases) {
    const id = await addSource(gen)
    await addRule(gen, fields)
    await noroshi.db
      .updateTable('notice_rules')
      .set({ created_at: new Date(noroshi.clock.now().getTime() - 3_600_000) })
      .execute()
    const at = new Date(noroshi.clock.now().getTime() + minutes * 60_000)
    expect((await addFile(gen, id, await jmaDocument(document, at))).body).toEqual({ isStored: true })
    expect(await rollCallsOf(ben)).toEqual([])
  }
  expect(new Set(await actionsOf(gen))).toEqual(new Set(['noticeRule.created']))
})

test('two processes that apply the rules at once open one roll-call', async () => {
  const { noroshi, gen, ben, add } = await startWithRule()
  await using _ = noroshi
  await add('earthquake-03-strong')
  await noroshi.db.deleteFrom('notice_rule_acts').execute()
  await noroshi.db.updateTable('notices').set({ is_checked: false }).execute()
  await Promise.all([applyNoticeRules(noroshi.deps), applyNoticeRules(noroshi.deps)])
  expect(await rollCallsOf(ben)).toHaveLength(1)
  expect((await actionsOf(gen)).filter((action) => action === 'rollCall.asked')).toHaveLength(1)
})

test('a rule of a user who is no administrator any more does nothing but an audit entry', async () => {
  const { noroshi, gen, ben, add } = await startWithRule()
  await using _ = noroshi
  const hana = await noroshi.admin('Hana')
  const id = await addSource(hana)
  await noroshi.db.updateTable('users').set({ is_admin: false }).where('id', '=', gen.id).execute()
  await addFile(hana, id, await jmaDocument('earthquake-03-strong', noroshi.clock.now()))
  expect(await rollCallsOf(ben)).toEqual([])
  expect(await actionsOf(hana)).toEqual(['noticeRule.failed', 'noticeRule.created'])
  expect((await add('earthquake-01-first-intensity')).status).toBe(403)
})

test('a rule is removed, and an eleventh one is refused', async () => {
  const { noroshi, gen } = await startWithRule()
  await using _: TestServer = noroshi
  const replies = await Promise.all(
    Array.from({ length: NOTICE_RULES_MAX + 2 }, () => gen.request(noticeRuleRoutes.create, { body: form })),
  )
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(3)
  const [rule] = (await gen.fetch(noticeRuleRoutes.list)).items
  const params = { id: rule?.id ?? '' }
  await gen.fetch(noticeRuleRoutes.remove, { params })
  expect((await gen.request(noticeRuleRoutes.remove, { params })).body).toMatchObject({ code: 'noticeRule.notFound' })
  expect(await gen.request(noticeRuleRoutes.create, { body: { ...form, areas: [] } })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'areas' }] },
  })
})
