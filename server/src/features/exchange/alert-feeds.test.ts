import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousDataRoutes } from '@noroshi/contract/alerts/anonymous-data.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { ALERT_KINDS, ALERT_SEVERITIES } from '@noroshi/contract/alerts/handling'
import { alertHandlingRoutes } from '@noroshi/contract/alerts/handling.http'
import { ALERT_FEEDS_MAX, type AlertFeedForm, alertFeedRoutes } from '@noroshi/contract/exchange/alert-feeds.http'
import type { z } from 'zod'
import { readCap } from '#/features/notices/read-cap.ts'
import type { XmlElement } from '#/ports/xml/read-xml.ts'
import { raiseSos, resolveAlert } from '#/testing/scenes/alert-requests.ts'
import { ATTACKER, from, raiseFrom, SHELTER, startMuted } from '#/testing/scenes/alert-sources.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { readFeed, readGeoJson } from '#/testing/scenes/read-feed.ts'
import { startTestServer, type TestUser } from '#/testing/test-server.ts'
import { ALERT_MESSAGES_MAX, deleteOldFeedMessages, FEED_MESSAGES_MAX } from './alert-feed-messages.service.ts'

type Form = z.input<typeof AlertFeedForm>

const all: Form = {
  name: 'Fire department',
  recipient: 'Wakaba fire department',
  isTest: false,
  includesNames: true,
  includesTexts: true,
  includesLocations: true,
  includesDrills: true,
}
const nothing = { includesNames: false, includesTexts: false, includesLocations: false, includesDrills: false }
const HERE = { latitude: 38.26, longitude: 140.87, accuracy: 25 }

const addFeed = async (admin: TestUser, form: Partial<Form> = {}) =>
  new URL((await admin.fetch(alertFeedRoutes.create, { body: { ...all, ...form } })).link, admin.url).pathname
const classify = (user: TestUser, id: string, body: object) => user.fetch(alertHandlingRoutes.classify, { params: { id }, body })

const referenceTo = (message: XmlElement) => ['sender', 'identifier', 'sent'].map((name) => message.textOf(name)).join(',')

const CATEGORIES = { fire: 'Fire', medical: 'Health', trapped: 'Rescue', missing: 'Rescue', other: 'Safety' }

test('another system reads an alert of each kind and severity as it was raised', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const feed = await addFeed(gen)
  const raised = new Map<string, (typeof ALERT_KINDS)[number]>()
  for (const [index, kind] of ALERT_KINDS.entries()) {
    const [aiko] = await noroshi.people('Aiko')
    const id = await raiseSos(aiko, { ...HERE, textContent: 'Smoke <b>& "fire"</b> 火事\u0001' })
    raised.set(id, kind)
    await classify(aiko, id, { kind, severity: ALERT_SEVERITIES[index % ALERT_SEVERITIES.length] })
  }
  const messages = await readFeed(noroshi, feed)
  expect(new Set(messages.map((message) => message.textOf('incidents')))).toEqual(new Set(raised.keys()))
  for (const [index, [id, kind]] of [...raised].entries()) {
    const message = messages.find((one) => one.textOf('incidents') === id)
    const info = message?.find('info')
    const severity = ALERT_SEVERITIES[index % ALERT_SEVERITIES.length]
    expect(info?.textOf('category')).toBe(CATEGORIES[kind])
    expect(info?.textOf('severity').toLowerCase()).toBe(severity)
    expect(info?.textOf('urgency')).toBe(severity === 'extreme' || severity === 'severe' ? 'Immediate' : 'Expected')
    expect(info?.textOf('certainty')).toBe('Likely')
    expect(info?.textOf('description')).toBe('Smoke <b>& "fire"</b> 火事')
    expect(info?.textOf('headline')).toContain('Aiko')
    expect(info?.textOf('area', 'circle')).toBe('38.260000,140.870000 0.025')
    // Another server of this program reads it as a notice.
    const notice = message && readCap(message, 'en')
    expect(notice).toMatchObject({ headline: info?.textOf('headline'), severity, status: 'actual' })
    expect(notice?.description).toContain('Smoke <b>& "fire"</b> 火事')
    expect(notice?.areas.flatMap(({ shapes }) => shapes)).toHaveLength(1)
  }
  const features = await readGeoJson(noroshi, feed)
  expect(new Set(features.map(({ properties }) => properties['kind']))).toEqual(new Set(ALERT_KINDS))
  expect(features[0]).toMatchObject({ geometry: { type: 'Point', coordinates: [140.87, 38.26] }, properties: { raiser: 'Aiko' } })
})

test('a change is an Update, the end a Cancel, and both refer to the messages before', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  const feed = await addFeed(gen)
  const id = await raiseSos(aiko)
  expect(await readFeed(noroshi, feed)).toHaveLength(1)
  await classify(aiko, id, { kind: 'fire' })
  await readFeed(noroshi, feed)
  await resolveAlert(gen, id)
  const [cancel, update, alert] = await readFeed(noroshi, feed)
  if (!cancel || !update || !alert) throw new Error('a message is missing')
  expect([alert, update, cancel].map((message) => message.textOf('msgType'))).toEqual(['Alert', 'Update', 'Cancel'])
  expect(update.textOf('references')).toBe(referenceTo(alert))
  expect(cancel.textOf('references')).toBe(`${referenceTo(alert)} ${referenceTo(update)}`)
  expect(cancel.textOf('note')).toBe('The alert was resolved')
  expect(cancel.find('info')).toBeUndefined()
  const [ended, changed, first] = [cancel, update, alert].map((message) => readCap(message, 'en'))
  expect([first?.references, first?.isCancelled]).toEqual([[], false])
  expect([changed?.references, changed?.isCancelled]).toEqual([[first?.identifier], false])
  expect([ended?.references, ended?.isCancelled]).toEqual([[first?.identifier, changed?.identifier], true])
  expect(await readGeoJson(noroshi, feed)).toEqual([])

  await gen.fetch(alertRoutes.reopen, { params: { id } })
  const [reopened] = await readFeed(noroshi, feed)
  expect([reopened?.textOf('msgType'), reopened?.textOf('references')]).toEqual(['Alert', ''])
})

test('a feed has only what its setting names, and marks tests and drills', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const bare = await addFeed(gen, { ...nothing, isTest: true })
  const full = await addFeed(gen)
  await raiseSos(aiko, { ...HERE, textContent: 'The bridge is gone' })
  await gen.fetch(drillRoutes.start, { body: {} })
  const [message, ...none] = await readFeed(noroshi, bare)
  expect(none).toEqual([])
  expect(message?.textOf('status')).toBe('Test')
  expect(message?.textOf('addresses')).toBe('"Wakaba fire department"')
  for (const path of [`${bare}alerts.geojson`, `${bare}cap.atom`, `${bare}messages/${message?.textOf('identifier') ?? ''}.xml`]) {
    const body = await (await noroshi.visitor.rawFetch(path)).text()
    for (const secret of ['Aiko', 'bridge', '38.26', '140.87', ben.firstName]) expect(body).not.toContain(secret)
  }
  expect((await readFeed(noroshi, full)).map((each) => each.textOf('status'))).toEqual(['Exercise', 'Actual'])
})

test('a feed of some alert groups has only the alerts that reach one of them, and names them', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const [harbour] = [await createAlertGroup(noroshi, [aiko]), await createAlertGroup(noroshi, [ben])]
  const feed = await addFeed(gen, { groupIds: [harbour] })
  const [id] = [await raiseSos(aiko), await raiseSos(ben), await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })]
  expect((await readFeed(noroshi, feed)).map((message) => message.textOf('incidents'))).toEqual([id])
  expect((await gen.fetch(alertFeedRoutes.list)).items).toMatchObject([{ groups: [{ id: harbour }] }])
  await expect(addFeed(gen, { groupIds: [ben.id] })).rejects.toThrow('alertGroup.notFound')
})

test('an anonymous raiser has no name, and alerts of muted sources do not leave', async () => {
  const { noroshi, kenji, before } = await startMuted()
  await using _ = noroshi
  const feed = await addFeed(kenji)
  await raiseFrom(noroshi, ATTACKER)
  const { id } = await raiseFrom(noroshi, SHELTER)
  const messages = await readFeed(noroshi, feed)
  const incidents = messages.map((message) => message.textOf('incidents'))
  expect(incidents).toContain(id)
  expect(incidents.filter((incident) => incident !== id && incident !== before.id)).toEqual([])
  expect(messages[0]?.textOf('info', 'headline')).toBe('Emergency call (SOS), anonymous')
})

test('a deleted alert is cancelled, and nothing else of it stays', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const feed = await addFeed(gen)
  const { id } = await noroshi.visitor.fetch(alertRoutes.raise, { body: { ...HERE, textContent: 'The bridge is gone' } })
  const [alert] = await readFeed(noroshi, feed)
  await gen.fetch(anonymousDataRoutes.deleteAlert, { params: { id } })
  const messages = await readFeed(noroshi, feed)
  expect(messages.map((message) => message.textOf('msgType'))).toEqual(['Cancel'])
  expect(messages[0]?.textOf('note')).toBe('The alert was withdrawn')
  expect(messages[0]?.textOf('references')).toBe(alert && referenceTo(alert))
  const rows = await noroshi.db.selectFrom('alert_feed_messages').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/bridge|38\.26/)
})

test('a new feed begins with the active alerts', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const id = await raiseSos(aiko)
  await resolveAlert(gen, await raiseSos(ben))
  const messages = await readFeed(noroshi, await addFeed(gen))
  expect(messages.map((message) => message.textOf('incidents'))).toEqual([id])
})

test('without a valid token each address answers 404, also for an administrator, and many attempts are limited by source', async () => {
  await using noroshi = await startTestServer({ TRUST_PROXY: '127.0.0.1' })
  const gen = await noroshi.admin('Gen')
  const feed = await addFeed(gen)
  const { items } = await gen.fetch(alertFeedRoutes.list)
  const wrong = [`/alert-feeds/${'A'.repeat(43)}/`, '/alert-feeds/x/', `/alert-feeds/${items[0]?.id ?? ''}/`]
  for (const base of wrong)
    for (const file of ['cap.atom', 'alerts.geojson', 'messages/x.xml'])
      expect((await gen.rawFetch(base + file, { headers: from(`2001:db8:${base.length}::1`) })).status).toBe(404)
  const statuses = await Promise.all(
    Array.from(
      { length: 35 },
      async () => (await noroshi.visitor.rawFetch(`${wrong[0] ?? ''}cap.atom`, { headers: from(ATTACKER) })).status,
    ),
  )
  expect(statuses.filter((status) => status === 404)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  // The reader behind the same address goes on.
  expect((await noroshi.visitor.rawFetch(`${feed}cap.atom`, { headers: from(ATTACKER) })).status).toBe(200)
  expect((await noroshi.visitor.rawFetch(`${feed}messages/${items[0]?.id ?? ''}.xml`)).status).toBe(404)
  await gen.fetch(alertFeedRoutes.revoke, { params: { id: items[0]?.id ?? '' } })
  expect((await noroshi.visitor.rawFetch(`${feed}cap.atom`, { headers: from(SHELTER) })).status).toBe(404)
  expect((await gen.request(alertFeedRoutes.revoke, { params: { id: items[0]?.id ?? '' } })).body).toMatchObject({
    code: 'alertFeed.notFound',
  })
})

test('the token is stored as a hash, is in no log and no audit entry, and an unchanged feed is not sent twice', async () => {
  await using noroshi = await startTestServer({ LOG_LEVEL: 'info' })
  noroshi.expectsInLog(/"msg":"(request|Server listening[^"]*)"/)
  const gen = await noroshi.admin('Gen')
  const feed = await addFeed(gen)
  const token = feed.split('/')[2] ?? ''
  const { headers } = await noroshi.visitor.rawFetch(`${feed}cap.atom`)
  const repeated = await noroshi.visitor.rawFetch(`${feed}cap.atom`, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  expect(repeated.status).toBe(304)
  await noroshi.visitor.rawFetch(`${feed}no-such-file`)
  expect(noroshi.log.join('')).toContain('/alert-feeds/:token/cap.atom')
  expect(noroshi.log.join('')).not.toContain(token)
  const audit = (await gen.fetch(auditRoutes.list)).items
  expect(audit.map(({ action, details }) => [action, details['recipient']])).toContainEqual(['alertFeed.created', all.recipient])
  const stored = [audit, await noroshi.db.selectFrom('alert_feeds').selectAll().execute(), await gen.fetch(alertFeedRoutes.list)]
  expect(JSON.stringify(stored)).not.toContain(token)
  expect((await gen.fetch(alertFeedRoutes.list)).items[0]?.lastReadAt).not.toBeNull()
})

test('an eleventh feed is refused, also of many requests at once', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const replies = await Promise.all(
    Array.from({ length: ALERT_FEEDS_MAX + 3 }, () => gen.request(alertFeedRoutes.create, { body: all })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(ALERT_FEEDS_MAX)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(3)
  const quotes = await gen.request(alertFeedRoutes.create, { body: { ...all, recipient: 'a "b"' } })
  expect(quotes).toMatchObject({ status: 400, body: { issues: [{ path: 'recipient' }] } })
})

test('a flood of anonymous alerts or of changes leaves a bounded feed, and removes no alert of a user', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  const feed = await addFeed(gen)
  const id = await raiseSos(aiko)
  await noroshi.consumers.flush()
  const { feed_id, content } = await noroshi.db.selectFrom('alert_feed_messages').selectAll().executeTakeFirstOrThrow()
  const copy = { feed_id, sent_at: new Date(), person_id: null, content: JSON.stringify(content), refs: [] }
  const changes = Array.from({ length: ALERT_MESSAGES_MAX - 1 }, (_, index) => ({
    ...copy,
    id: `01990000-0000-7000-8000-1${String(index).padStart(11, '0')}`,
    alert_id: id,
    type: 'Update',
    is_anonymous: false,
  }))
  const flood = Array.from({ length: FEED_MESSAGES_MAX + 20 }, (_, index) => ({
    ...copy,
    id: `01990000-0000-7000-8000-2${String(index).padStart(11, '0')}`,
    alert_id: `01990000-0000-7000-8000-3${String(index).padStart(11, '0')}`,
    type: 'Alert',
    is_anonymous: true,
  }))
  await noroshi.db
    .insertInto('alert_feed_messages')
    .values([...changes, ...flood])
    .execute()
  await classify(aiko, id, { kind: 'fire' })
  await noroshi.consumers.flush()
  const rows = await noroshi.db.selectFrom('alert_feed_messages').select(['alert_id', 'is_anonymous']).execute()
  expect(rows.filter(({ is_anonymous }) => is_anonymous)).toHaveLength(FEED_MESSAGES_MAX)
  expect(rows.filter(({ alert_id }) => alert_id === id)).toHaveLength(ALERT_MESSAGES_MAX)
  await resolveAlert(gen, id)
  await noroshi.consumers.flush()
  const index = await (await noroshi.visitor.rawFetch(`${feed}cap.atom`)).text()
  expect(index.match(/<entry>/g)).toHaveLength(FEED_MESSAGES_MAX + ALERT_MESSAGES_MAX + 1)
  const types = await noroshi.db.selectFrom('alert_feed_messages').select('type').where('alert_id', '=', id).execute()
  expect(types.filter(({ type }) => type === 'Cancel')).toHaveLength(1)
})

test('messages are deleted three days after the end of their alert, and those of active alerts stay', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const feed = await addFeed(gen)
  const ended = await raiseSos(aiko)
  const active = await raiseSos(ben)
  await readFeed(noroshi, feed)
  await resolveAlert(gen, ended)
  await readFeed(noroshi, feed)
  await deleteOldFeedMessages(noroshi.deps)
  expect(await readFeed(noroshi, feed)).toHaveLength(3)
  await deleteOldFeedMessages({ db: noroshi.db, now: () => new Date(Date.now() + 73 * 3_600_000) })
  expect((await readFeed(noroshi, feed)).map((message) => message.textOf('incidents'))).toEqual([active])
})
