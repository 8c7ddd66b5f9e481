import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { stageOf } from '@noroshi/contract/alerts/handling'
import { alertHandlingRoutes, type HandlingChange } from '@noroshi/contract/alerts/handling.http'
import type { EventPayload } from '@noroshi/contract/realtime'
import { idsFor, raiseSos, resolveAlert } from '#/testing/scenes/alert-requests.ts'
import type { Caller } from '#/testing/caller.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { answerAlert } from '#/testing/scenes/ledger.ts'
import { startTestServer } from '#/testing/test-server.ts'

const { classify, change, assignees, notes, addNote } = alertHandlingRoutes
const read = (caller: Caller, id: string) => caller.fetch(alertRoutes.get, { params: { id } })
const handle = (caller: Caller, id: string, body: HandlingChange) => caller.request(change, { params: { id }, body })
const note = (caller: Caller, id: string, text: string, clientId = randomUUID()) =>
  caller.request(addNote, { params: { id }, body: { text, clientId } })
const report = (caller: Caller, id: string, progress: string) =>
  caller.request(alertRoutes.answer, { params: { id }, body: { answer: 'responding', progress } })

describe('the kind of an alert', () => {
  test('the raiser sets it after the SOS, a reader changes it, and readers get both changes live', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const phone = await ben.openSocket()
    const id = await raiseSos(aiko)
    expect((await read(ben, id)).handling).toBeUndefined()
    await aiko.fetch(classify, { params: { id }, body: { kind: 'fire', severity: 'severe' } })
    await ben.fetch(classify, { params: { id }, body: { kind: 'trapped' } })
    expect((await read(aiko, id)).handling).toMatchObject({ kind: 'trapped', severity: 'severe', version: 2 })
    await ben.fetch(classify, { params: { id }, body: { kind: 'trapped' } }) // a repetition is no decision
    await phone.settle()
    const events = phone.payloadsOf('alert:handled') as EventPayload<'alert:handled'>[]
    expect(events.map(({ handling }) => handling.kind)).toEqual(['fire', 'trapped'])
    const decisions = await noroshi.db.selectFrom('alert_decisions').selectAll().orderBy('id').execute()
    expect(decisions.map(({ subject, value, decided_by }) => [subject, value, decided_by])).toEqual([
      ['kind', 'fire', aiko.id],
      ['severity', 'severe', aiko.id],
      ['kind', 'trapped', ben.id],
    ])
  })

  test('the device of an anonymous raiser sets it and does not read who is assigned', async () => {
    await using noroshi = await startTestServer()
    const [ben] = await noroshi.people('Ben')
    const { id, alertToken } = await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })
    await handle(ben, id, { assignee: { userId: ben.id } })
    const reply = await noroshi.visitor.request(classify, { params: { id }, body: { kind: 'medical' }, alertToken })
    expect(reply).toMatchObject({ status: 200, body: { handling: { kind: 'medical', assignee: null } } })
    expect((await read(ben, id)).handling).toMatchObject({ kind: 'medical', assignee: { user: { id: ben.id } } })
  })
})

describe('the state of an alert', () => {
  test('it follows the assignment and the responders, from unattended to done', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const id = await raiseSos(aiko)
    const stage = async () => stageOf(await read(chie, id))
    expect(await stage()).toBe('unattended')
    await handle(chie, id, { assignee: { userId: ben.id } })
    expect(await stage()).toBe('attended')
    await handle(chie, id, { assignee: null })
    expect(await stage()).toBe('unattended')
    await answerAlert(ben, id, 'responding')
    expect(await stage()).toBe('attended')
    await report(ben, id, 'onTheWay')
    expect(await stage()).toBe('onTheWay')
    await handle(chie, id, { reportedStage: 'arrived' }) // heard by phone
    expect(await stage()).toBe('arrived')
    expect((await report(ben, id, 'done')).body).toMatchObject({ viewer: { progress: 'done' }, counts: { finished: 1 } })
    expect(await stage()).toBe('done')
    await answerAlert(ben, id, 'cannotHelp')
    expect(await read(ben, id)).toMatchObject({ counts: { responding: 0 }, viewer: { answer: 'cannotHelp' } })
    expect((await read(ben, id)).viewer.progress).toBeUndefined()
    await answerAlert(ben, id, 'responding')
    expect((await read(ben, id)).viewer.progress).toBeUndefined()
    await resolveAlert(chie, id)
    expect(await stage()).toBe('done')
  })

  test('a change after the resolution gets 409', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raiseSos(aiko)
    await resolveAlert(ben, id)
    expect(await handle(ben, id, { reportedStage: 'arrived' })).toMatchObject({
      status: 409,
      body: { code: 'alert.alreadyResolved' },
    })
    expect((await report(ben, id, 'arrived')).status).toBe(409)
  })

  test('the reason of closing is kept until the alert is reopened, and pages of the version before need none', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raiseSos(aiko)
    const close = (body: object) => ben.request(alertRoutes.resolve, { body: { AlertId: id, ...body } })
    expect((await close({ reason: 'boring' })).status).toBe(400)
    expect((await close({ reason: 'falseAlarm', note: 'a child' })).body).toMatchObject({
      handling: { closeReason: 'falseAlarm', closeNote: 'a child' },
    })
    await aiko.fetch(alertRoutes.reopen, { params: { id } })
    expect((await read(ben, id)).handling).toMatchObject({ closeReason: null, closeNote: '' })
    expect((await close({})).body).toMatchObject({ handling: { closeReason: null } })
    const record = await noroshi.db.selectFrom('alert_decisions').select(['subject', 'value', 'note']).orderBy('id').execute()
    expect(record).toEqual([
      { subject: 'closed', value: 'falseAlarm', note: 'a child' },
      { subject: 'reopened', value: null, note: '' },
      { subject: 'closed', value: null, note: '' },
    ])
  })
})

describe('the assignment of an alert', () => {
  test('readers assign it to users and groups that it reaches, and to administrators', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, outsider] = await noroshi.people('Aiko', 'Ben', 'Oda')
    const admin = await noroshi.admin('Gen')
    const groupId = await createAlertGroup(noroshi, [aiko, ben])
    const otherGroup = await createAlertGroup(noroshi, [outsider])
    const id = await raiseSos(aiko)
    const list = await ben.fetch(assignees, { params: { id } })
    expect(list.people.map((person) => person.id).toSorted()).toEqual([ben.id, admin.id].toSorted())
    expect(list.groups).toMatchObject([{ id: groupId }])
    expect((await ben.fetch(assignees, { params: { id }, query: { name: 'gE' } })).people.map((person) => person.id)).toEqual([
      admin.id,
    ])
    expect((await handle(ben, id, { assignee: { groupId } })).body).toMatchObject({
      handling: { assignee: { group: { id: groupId } } },
    })
    expect((await handle(ben, id, { assignee: { userId: admin.id } })).body).toMatchObject({
      handling: { assignee: { user: { id: admin.id }, group: null } },
    })
    for (const assignee of [{ userId: outsider.id }, { userId: aiko.id }, { groupId: otherGroup }, { userId: randomUUID() }])
      expect(await handle(ben, id, { assignee })).toMatchObject({ status: 404, body: { code: 'alert.assigneeNotFound' } })
    expect((await handle(aiko, id, { assignee: null })).status).toBe(403) // the raiser is not in the audience
    expect((await handle(outsider, id, { assignee: null })).status).toBe(404)
  })

  test('only assigned users and administrators read and write private notes', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const admin = await noroshi.admin('Gen')
    const groupId = await createAlertGroup(noroshi, [aiko, ben])
    await noroshi.db.insertInto('alert_group_members').values({ group_id: groupId, user_id: chie.id }).execute()
    const id = await raiseSos(aiko)
    const readNotes = (caller: Caller) => caller.request(notes, { params: { id } })
    expect((await readNotes(ben)).status).toBe(403)
    expect((await note(ben, id, 'gate code 1234')).status).toBe(403)
    await handle(ben, id, { assignee: { userId: ben.id } })
    const phone = await admin.openSocket()
    const clientId = randomUUID()
    expect((await note(ben, id, 'gate code 1234', clientId)).status).toBe(201)
    expect((await note(ben, id, 'gate code 1234', clientId)).status).toBe(201)
    expect((await note(ben, id, 'another text', clientId)).status).toBe(409)
    expect(await phone.next('alert:noted')).toEqual({ alertId: id })
    expect((await readNotes(admin)).body).toMatchObject({ items: [{ text: 'gate code 1234', author: { id: ben.id } }] })
    expect((await readNotes(chie)).status).toBe(403)
    expect((await readNotes(aiko)).status).toBe(403)
    await handle(chie, id, { assignee: { groupId } })
    expect((await readNotes(chie)).body).toMatchObject({ items: [{ text: 'gate code 1234' }] })
    // The raiser is a member of the group too.
    expect((await readNotes(aiko)).status).toBe(403)
    const [raiser, member] = [await aiko.openSocket(), await chie.openSocket()]
    await note(ben, id, 'ask the neighbour')
    expect(await member.next('alert:noted')).toEqual({ alertId: id })
    await raiser.settle()
    expect(raiser.payloadsOf('alert:noted')).toEqual([])
    await handle(chie, id, { assignee: { userId: chie.id } })
    expect((await readNotes(ben)).status).toBe(403)
    expect((await note(chie, id, ' ')).status).toBe(400)
  })
})

describe('a mark as duplicate', () => {
  test('it hides nothing, keeps answers, gives no right on the other alert, and is undone', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    const first = await createAlertGroup(noroshi, [aiko, ben])
    await createAlertGroup(noroshi, [chie, dora])
    await noroshi.db.insertInto('alert_group_members').values({ group_id: first, user_id: dora.id }).execute()
    const [one, two] = [await raiseSos(aiko), await raiseSos(chie)]
    await answerAlert(ben, one, 'responding')
    await answerAlert(dora, two, 'responding')
    // Ben does not read the second alert.
    expect(await handle(ben, one, { duplicateOf: two })).toMatchObject({ status: 404, body: { code: 'alert.notFound' } })
    expect((await handle(dora, one, { duplicateOf: one })).body).toMatchObject({ code: 'alert.ownDuplicate' })
    expect((await handle(dora, one, { duplicateOf: two })).body).toMatchObject({ handling: { duplicateOf: two } })
    expect((await handle(dora, two, { duplicateOf: one })).body).toMatchObject({ code: 'alert.duplicateChain' })
    expect(await idsFor(dora, { status: 'active' })).toEqual([two, one])
    expect(await idsFor(ben, { status: 'active' })).toEqual([one])
    expect((await ben.request(alertRoutes.get, { params: { id: two } })).status).toBe(404)
    expect((await read(dora, one)).counts.responding).toBe(1)
    expect((await read(dora, two)).counts.responding).toBe(1)
    expect((await handle(ben, one, { duplicateOf: null })).body).toMatchObject({ handling: { duplicateOf: null } })
    expect((await read(ben, one)).counts.responding).toBe(1)
  })

  test('the original is active and no drill, and a mark is undone after the resolution', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const [one, two] = [await raiseSos(aiko), await raiseSos(ben)]
    const drill = await chie.fetch(drillRoutes.start, { body: {} })
    expect(await handle(chie, one, { duplicateOf: drill.id })).toMatchObject({ status: 404, body: { code: 'alert.notFound' } })
    await handle(chie, one, { duplicateOf: two })
    await resolveAlert(chie, one)
    expect((await handle(chie, one, { duplicateOf: null, assignee: null })).status).toBe(409)
    expect((await handle(chie, one, { duplicateOf: null })).body).toMatchObject({ handling: { duplicateOf: null } })
    expect(await handle(chie, two, { duplicateOf: one })).toMatchObject({ status: 409, body: { code: 'alert.alreadyResolved' } })
  })
})

test('the record of an alert has an end, and decisions have none', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const id = await raiseSos(aiko)
  await sql`INSERT INTO alert_decisions (id, alert_id, decided_at, subject)
    SELECT gen_random_uuid(), ${id}, now(), 'kind' FROM generate_series(1, 1000)`.execute(noroshi.db)
  const recorded = async () => (await noroshi.db.selectFrom('alert_decisions').select('subject').execute()).length
  expect((await handle(ben, id, { assignee: { userId: ben.id } })).body).toMatchObject({
    handling: { assignee: { user: { id: ben.id } } },
  })
  expect((await ben.request(alertRoutes.resolve, { body: { AlertId: id, reason: 'real' } })).body).toMatchObject({
    handling: { closeReason: 'real' },
  })
  expect(await recorded()).toBe(1000)
})

test('neither one raiser nor one responder fills the record of an alert for the others', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const id = await raiseSos(aiko)
  const fill = (by: string, subject: string, count: number) =>
    sql`
    INSERT INTO alert_decisions (id, alert_id, decided_by, decided_at, subject, note)
    SELECT gen_random_uuid(), ${id}, ${by}, now(), ${subject}, 'earlier' FROM generate_series(1, ${count}::integer)`.execute(
      noroshi.db,
    )
  await fill(aiko.id, 'kind', 200)
  await fill(ben.id, 'progress', 200)
  const last = () => noroshi.db.selectFrom('alert_decisions').select('subject').where('note', '=', '').execute()
  await aiko.fetch(classify, { params: { id }, body: { kind: 'fire' } })
  await report(ben, id, 'arrived')
  expect(await last()).toEqual([])
  expect(await read(ben, id)).toMatchObject({ handling: { kind: 'fire' }, viewer: { progress: 'arrived' } })
  await handle(ben, id, { reportedStage: 'arrived' })
  expect(await last()).toEqual([{ subject: 'stage' }])
})
