import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { NOTICE_SHAPES_MAX, NOTICE_SOURCES_MAX, noticeRoutes, noticeSourceRoutes } from '@noroshi/contract/notices/notices.http'
import { addFile, addSource, capMessage, jmaDocument, listNotices } from '#/testing/scenes/notice-documents.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { NOTICES_OF_SOURCE_MAX } from './receive-notices.service.ts'

test('an administrator adds a notice from a file, and all signed-in users read it in their list at once, without an alarm', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const phone = await ben.openSocket()
  const id = await addSource(gen)
  const document = await jmaDocument('earthquake-03-strong', new Date())
  expect((await addFile(gen, id, document)).body).toEqual({ isStored: true })
  await phone.next('notices:changed')
  const [notice] = await listNotices(ben)
  expect(notice).toMatchObject({
    kind: 'earthquake',
    status: 'actual',
    severity: 'extreme',
    publisher: '気象庁',
    sourceName: 'JMA',
  })
  expect(notice?.areas).toContain('宮城県')
  await phone.settle()
  expect(phone.names().filter((name) => /alert|roll-call/.test(name))).toEqual([])
  expect((await noroshi.visitor.request(noticeRoutes.list)).status).toBe(401)
  // A repetition is stored once.
  expect((await addFile(gen, id, document)).body).toEqual({ isStored: false })
  expect(await listNotices(ben)).toHaveLength(1)
  const actions = (await gen.fetch(auditRoutes.list)).items.map(({ action }) => action)
  expect(actions.filter((action) => action.startsWith('noticeSource'))).toEqual([
    'noticeSource.fileAdded',
    'noticeSource.created',
  ])
})

test('a later notice replaces an earlier one of its event, its end cancels it, and an exercise changes no real one', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const id = await addSource(gen)
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  await addFile(gen, id, await jmaDocument('tsunami-01-major-warning', at(-30)))
  await addFile(gen, id, await jmaDocument('tsunami-08-exercise', at(-20)))
  await addFile(gen, id, await jmaDocument('earthquake-03-strong', at(-15)))
  const states = async () => (await listNotices(gen)).map(({ kind, status, isCancelled }) => [kind, status, isCancelled])
  expect(await states()).toEqual([
    ['earthquake', 'actual', false],
    ['tsunami', 'exercise', false],
    ['tsunami', 'actual', false],
  ])
  await addFile(gen, id, await jmaDocument('tsunami-05-over', at(-10)))
  expect(await states()).toEqual([
    ['tsunami', 'actual', true],
    ['earthquake', 'actual', false],
    ['tsunami', 'exercise', false],
  ])
  // One that arrives late does not bring the warning back.
  await addFile(gen, id, await jmaDocument('tsunami-02-warning', at(-25)))
  expect((await states())[0]).toEqual(['tsunami', 'actual', true])
})

test('a follow-up that rates no area stays beside the warning, and replaces only others without severity', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const severities = async () => (await listNotices(gen)).map(({ severity }) => severity)
  const id = await addSource(gen)
  const add = async (name: string, minutes: number, source = id) => addFile(gen, source, await jmaDocument(name, at(minutes)))
  await add('earthquake-01-first-intensity', -30)
  await add('earthquake-02-hypocentre', -29)
  await add('earthquake-02-hypocentre', -28)
  expect(await severities()).toEqual([null, 'severe'])
  await add('earthquake-03-strong', -20)
  expect(await severities()).toEqual(['extreme'])
  // In another order of arrival.
  const late = await addSource(gen)
  await add('earthquake-02-hypocentre', -19, late)
  await add('earthquake-01-first-intensity', -25, late)
  expect(await severities()).toEqual([null, 'extreme', 'severe'])
})

test('all blocks of a message of CAP in the language of the unit are read, each area with the severity of its block', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const message = capMessage({ identifier: '1', at: new Date(), severity: 'Minor', area: 'Inland' })
  const block = message.slice(message.lastIndexOf('<cap:info>'), message.lastIndexOf('</cap:alert>'))
  const strong = block
    .replace('Minor', 'Extreme')
    .replace('Inland', 'Coast')
    .replace('0410001', '0410002')
    .replace('Stay inside', 'Leave the coast')
  const document = message.replace('</cap:alert>', `${strong}</cap:alert>`)
  await addFile(gen, await addSource(gen), document)
  await addFile(gen, await addSource(gen, { areas: ['Inland'] }), document)
  expect(await listNotices(gen)).toMatchObject([
    { severity: 'minor', areas: ['Inland', 'Coast'] },
    { severity: 'extreme', areas: ['Inland', 'Coast'], description: 'Leave the coast\n\nStay inside' },
  ])
})

test('a message of CAP is read in the language of the unit, updated and cancelled by its references', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const id = await addSource(gen)
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  await addFile(gen, id, capMessage({ identifier: '1', at: at(-9) }))
  expect(await listNotices(gen)).toMatchObject([
    {
      kind: 'weather',
      severity: 'severe',
      headline: 'Heavy rain & wind',
      description: 'Stay inside',
      language: 'en',
      areas: ['Wakaba'],
    },
  ])
  await addFile(gen, id, capMessage({ identifier: '2', at: at(-8), msgType: 'Update', references: '1', severity: 'Extreme' }))
  expect((await listNotices(gen)).map(({ severity }) => severity)).toEqual(['extreme'])
  const cancel = capMessage({ identifier: '3', at: at(-7), msgType: 'Cancel', references: '2' }).replace(
    /<cap:info>[^]*<\/cap:info>/,
    '',
  )
  await addFile(gen, id, cancel)
  expect(await listNotices(gen)).toMatchObject([{ headline: 'Heavy rain & wind', isCancelled: true, areas: ['Wakaba'] }])
  await addFile(gen, id, capMessage({ identifier: '4', at: at(-6), status: 'Exercise' }))
  await addFile(gen, id, capMessage({ identifier: '5', at: at(-5), status: 'Test' }))
  expect((await listNotices(gen)).map(({ status }) => status)).toEqual(['test', 'exercise', 'actual'])
})

test('a source with areas stores only their notices, by name or code, with the severity of these areas', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const iwate = await addSource(gen, { areas: ['岩手県'] })
  const byCode = await addSource(gen, { areas: ['380'] })
  const document = await jmaDocument('tsunami-01-major-warning', new Date())
  for (const id of [iwate, byCode]) expect((await addFile(gen, id, document)).body).toEqual({ isStored: true })
  const shown = (await listNotices(gen)).map(({ severity, areas }) => [severity, areas[0]])
  expect(shown).toHaveLength(2)
  expect(shown).toEqual(
    expect.arrayContaining([
      ['moderate', '静岡県'],
      ['severe', '岩手県'],
    ]),
  )
  const quake = await jmaDocument('earthquake-04-light', new Date())
  expect((await addFile(gen, iwate, quake)).body).toEqual({ isStored: false })
})

test('broken, huge and other files are refused with their reason', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const id = await addSource(gen)
  const bomb = '<!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c "&b;&b;">]><alert>&c;</alert>'
  for (const content of ['no XML', bomb, `<alert>${'<a/>'.repeat(100_001)}</alert>`])
    expect((await addFile(gen, id, content)).body).toMatchObject({ code: 'noticeSource.fileBroken' })
  for (const content of [
    '<feed/>',
    '<alert xmlns="urn:other"/>',
    '<Report/>',
    capMessage({ identifier: '1', at: new Date(), status: 'Draft' }),
  ])
    expect((await addFile(gen, id, content)).body).toMatchObject({ code: 'noticeSource.fileUnsupported' })
  expect((await addFile(gen, id, 'x'.repeat(2_000_001))).body).toMatchObject({ issues: [{ path: 'content' }] })
  expect(await listNotices(gen)).toEqual([])
})

test('a source keeps a bounded number of notices, and its removal removes them', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const id = await addSource(gen)
  await addFile(gen, id, capMessage({ identifier: 'first', at: new Date(Date.now() - 1000) }))
  const row = await noroshi.db.selectFrom('notices').selectAll().executeTakeFirstOrThrow()
  const flood = Array.from({ length: NOTICES_OF_SOURCE_MAX + 20 }, (_, index) => ({
    ...row,
    areas: JSON.stringify(row.areas),
    id: `01990000-0000-7000-8000-2${String(index).padStart(11, '0')}`,
    identifier: `old ${index}`,
    stream: `old ${index}`,
    sent_at: new Date(Date.now() - 3_600_000),
  }))
  await noroshi.db.insertInto('notices').values(flood).execute()
  await addFile(gen, id, capMessage({ identifier: 'last', at: new Date() }))
  const count = async () => (await gen.fetch(noticeSourceRoutes.list)).items.map(({ noticeCount }) => noticeCount)
  expect(await count()).toEqual([NOTICES_OF_SOURCE_MAX])
  expect((await listNotices(gen)).map(({ severity }) => severity).length).toBeLessThanOrEqual(100)
  await gen.fetch(noticeSourceRoutes.remove, { params: { id } })
  expect(await listNotices(gen)).toEqual([])
  expect((await addFile(gen, id, capMessage({ identifier: 'x', at: new Date() }))).body).toMatchObject({
    code: 'noticeSource.notFound',
  })
})

test('an eleventh source is refused, also of many requests at once', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const body = { name: 'City', channel: 'file' }
  const replies = await Promise.all(
    Array.from({ length: NOTICE_SOURCES_MAX + 3 }, () => gen.request(noticeSourceRoutes.create, { body })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(NOTICE_SOURCES_MAX)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(3)
})

test('a notice in effect has its areas on the map, within limits, and one that is over or replaced has none', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const id = await addSource(gen)
  const shapesOf = () => gen.fetch(noticeRoutes.shapes)
  const [first, second] = [new Date(Date.now() - 60_000), new Date()]
  const square = '<cap:polygon>38,140 39,140 39,141 38,140</cap:polygon>'
  await addFile(gen, id, capMessage({ identifier: '1', at: first, shapes: `${square}<cap:circle>38,140 5</cap:circle>` }))
  await addFile(gen, id, capMessage({ identifier: '2', at: second, status: 'Exercise', shapes: square }))
  const notices = await listNotices(gen)
  const [real, exercise] = ['actual', 'exercise'].map((status) =>
    notices.find((notice) => notice.status === status && notice.sentAt === (status === 'actual' ? first : second).toISOString()),
  )
  const { items, isComplete } = await shapesOf()
  expect(items.map(({ noticeId, severity, points }) => [noticeId, severity, points.length])).toEqual([
    [real?.id, 'severe', 3],
    [real?.id, 'severe', 48],
    [exercise?.id, 'severe', 3],
  ])
  expect(isComplete).toBe(true)
  // An area that cannot be read does not look like a notice without one, also beside others.
  const broken = '<cap:polygon>38,140 39,140 39,141 38,141</cap:polygon>'
  for (const [identifier, shapes] of [
    ['broken', broken],
    ['partlyBroken', square + broken],
  ] as const) {
    await addFile(gen, id, capMessage({ identifier, at: second, shapes }))
    expect((await shapesOf()).isComplete).toBe(false)
    await addFile(
      gen,
      id,
      capMessage({ identifier: `no-${identifier}`, at: new Date(), msgType: 'Cancel', references: identifier }),
    )
    expect((await shapesOf()).isComplete).toBe(true)
  }
  // The newer notice has more areas than one may have.
  const many = { identifier: '4', at: second, references: '1', shapes: square.repeat(NOTICE_SHAPES_MAX + 1) }
  await addFile(gen, id, capMessage({ ...many, msgType: 'Update' }))
  const updated = await shapesOf()
  expect(updated.items.filter(({ noticeId }) => noticeId !== exercise?.id)).toHaveLength(NOTICE_SHAPES_MAX)
  expect(updated.isComplete).toBe(false)
  await addFile(gen, id, capMessage({ identifier: '5', at: new Date(), msgType: 'Cancel', references: '4' }))
  expect((await shapesOf()).items.map(({ noticeId }) => noticeId)).toEqual([exercise?.id])
})
