import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../platform/device/device.fake.ts'
import { newId } from '../../../platform/ids.ts'
import { outbox } from '../../../platform/outbox/outbox.ts'
import { indexedDbStore } from '../../../platform/outbox/entry-store.ts'
import { deskVault } from './desk-vault.ts'
import { keepChange, keepHousehold, unsentOf } from './unsent-desk-changes.ts'

fakeStorage()
const placeId = newId()
let secret = 'A'.repeat(43)
const PIN = '482913'
const NAME = '鈴木 canary'

interface Sent {
  readonly path: string
  readonly body: { readonly id?: string; readonly ageMs: number; readonly people?: readonly { readonly kind: string }[] }
}
let sent: Sent[] = []
/** The status of the reply to a change; null: the server cannot be reached. */
let status: number | null = null
let secretStatus: number | null = 200
const CLOSED = { code: 'shelter.closed', message: 'This shelter is closed', issues: [] }
let refusal = CLOSED
let unknownCodes: string[] = []

beforeEach(async () => {
  sent = []
  status = null
  secretStatus = 200
  refusal = CLOSED
  unknownCodes = []
  secret = 'A'.repeat(43)
  vi.stubGlobal(
    'fetch',
    vi.fn(async (input: string, init: RequestInit) => {
      const { pathname } = new URL(input, 'https://noroshi.test')
      if (status === null || secretStatus === null) throw new TypeError('Failed to fetch')
      if (pathname.endsWith('/secret'))
        return Response.json(secretStatus === 200 ? { secret } : refusal, { status: secretStatus })
      sent.push({
        path: pathname.split('/').at(-1) ?? '',
        body: JSON.parse(typeof init.body === 'string' ? init.body : '') as Sent['body'],
      })
      if (unknownCodes.length > 0 && sent.at(-1)?.body.people?.every(({ kind }) => kind === 'code'))
        return Response.json({ code: 'reception.personNotFound', message: '', issues: [] }, { status: 404 })
      return status < 300
        ? Response.json({ people: [], doubles: [], unknownCodes }, { status })
        : Response.json(refusal, { status })
    }),
  )
  status = 200
  await deskVault.setPin(placeId, PIN)
  status = null
})
afterEach(async () => {
  for (const { id } of unsentOf(placeId)) outbox.discard(id)
  await deskVault.remove(placeId)
  vi.useRealTimers()
})

const expectWaiting = () => vi.waitFor(() => expect(unsentOf(placeId).map(({ state }) => state)).toEqual(['waiting']))
const guestOf = (name: string) => ({ kind: 'guest', id: newId(), stayId: newId(), name }) as const
const household = (name = NAME) => ({ id: newId(), mode: 'inside' as const, desk: '', people: [guestOf(name)] })
const leave = (personId: string) => ({
  type: 'leave' as const,
  names: [NAME],
  body: { personIds: [personId], desk: '', ageMs: 0 },
})

test('what a desk records without a connection is stored encrypted, and sent once and in order with its age', async () => {
  const received = household()
  await keepHousehold(placeId, received, [NAME])
  await keepChange(placeId, newId(), leave(received.people[0]?.id ?? ''))
  await vi.waitFor(async () => expect(await indexedDbStore.all()).toHaveLength(2))
  const stored = JSON.stringify([await indexedDbStore.all(), Object.keys(localStorage), Object.values(localStorage)])
  for (const plain of ['canary', '鈴木', received.people[0]?.id]) expect(stored).not.toContain(plain)

  const later = Date.now() + 30 * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: later })
  await deskVault.openByPin(placeId, PIN)
  status = 201
  await outbox.retryNow()
  expect(sent.map(({ path }) => path)).toEqual(['households', 'departures'])
  for (const { body } of sent) expect(Math.round(body.ageMs / 60_000)).toBe(30)
  expect(sent[0]?.body.id).toBe(received.id)
  await vi.waitFor(async () => expect(await indexedDbStore.all()).toEqual([]))
})

test('while the desk is locked and the server gives no secret, entries wait; the secret then opens the desk', async () => {
  await keepHousehold(placeId, household(), [NAME])
  await expectWaiting()
  deskVault.lock()
  status = 201
  for (const refused of [null, 401, 503]) {
    secretStatus = refused
    await outbox.retryNow()
    await expectWaiting()
    expect(sent).toEqual([])
  }
  secretStatus = 200
  await outbox.retryNow()
  expect([sent.length, unsentOf(placeId)]).toEqual([1, []])
})

test('a refused entry stays with its reason, and is sent again on request', async () => {
  await keepHousehold(placeId, household(), [NAME])
  await expectWaiting()
  status = 409
  await outbox.retryNow()
  const [entry] = outbox.refused()
  expect(entry?.refusal).toMatchObject({ code: 'shelter.closed', message: 'This shelter is closed' })
  expect(entry && outbox.describe(entry)).toMatchObject({ text: NAME, mayDelete: true })
  deskVault.lock()
  const locked = { text: 'Encrypted. Unlock the desk to read it.', mayDelete: false }
  expect(entry && outbox.describe(entry)).toMatchObject(locked)
  status = 201
  await outbox.resend(entry?.id ?? '')
  expect(unsentOf(placeId)).toEqual([])
})

test('while no session with a role at the shelter is signed in, entries wait for one', async () => {
  await keepHousehold(placeId, household(), [NAME])
  await expectWaiting()
  refusal = { ...refusal, code: 'shelter.notFound' }
  for (const [ofSecret, ofChange] of [
    [200, 404],
    [200, 403],
    [404, 201],
    [403, 201],
  ] as const) {
    if (ofSecret !== 200) deskVault.lock()
    secretStatus = ofSecret
    status = ofChange
    await outbox.retryNow()
    await expectWaiting()
  }
  secretStatus = 200
  await outbox.retryNow()
  expect(unsentOf(placeId)).toEqual([])
})

test('an entry that the changed secret of the server does not open waits for the PIN', async () => {
  await keepHousehold(placeId, household(), [NAME])
  await expectWaiting()
  deskVault.lock()
  secret = 'B'.repeat(43)
  status = 201
  await outbox.retryNow()
  await expectWaiting()
  await deskVault.openByPin(placeId, PIN)
  await outbox.retryNow()
  expect([sent.length, unsentOf(placeId)]).toEqual([1, []])
})

test('an entry in the form of another version is refused, and the next one is sent', async () => {
  // `as`: a form that this version does not know.
  await keepChange(placeId, newId(), { type: 'other', names: [NAME] } as never)
  await keepHousehold(placeId, household(), [NAME])
  await vi.waitFor(() => expect(unsentOf(placeId).map(({ state }) => state)).toEqual(['failed', 'waiting']))
  expect(outbox.refused().map((entry) => entry.refusal?.code)).toEqual(['unreadable'])
  status = 201
  await outbox.retryNow()
  expect([sent.length, unsentOf(placeId).length]).toEqual([1, 1])
})

test('a person of an unknown code stays as a refused entry when the others were received', async () => {
  const code = '0000-0000'
  const { people, ...received } = household()
  const ofCode = { kind: 'code' as const, id: newId(), stayId: newId(), code }
  await keepHousehold(placeId, { ...received, people: [...people, ofCode] }, [NAME, code])
  await expectWaiting()
  status = 201
  unknownCodes = [code]
  await outbox.retryNow()
  await vi.waitFor(() => expect(outbox.refused().map((entry) => outbox.describe(entry).text)).toEqual([code]))
  expect(sent.map(({ body }) => body.people?.length)).toEqual([2, 1])
  expect(outbox.refused()[0]?.refusal).toMatchObject({ code: 'reception.personNotFound' })
})

test('a desk that is locked does not show its names while another one is open', async () => {
  await keepHousehold(placeId, household(), [NAME])
  await expectWaiting()
  status = 409
  await outbox.retryNow()
  const otherId = newId()
  await deskVault.setPin(otherId, PIN)
  deskVault.lock(placeId)
  const [entry] = outbox.refused()
  expect(entry && outbox.describe(entry).text).toBe('Encrypted. Unlock the desk to read it.')
  await deskVault.remove(otherId)
})

test('an entry whose key is not on this device is refused and stays', async () => {
  await keepHousehold(placeId, household(), [NAME])
  await expectWaiting()
  await deskVault.remove(placeId)
  await outbox.retryNow()
  expect(outbox.refused().map((entry) => entry.refusal?.code)).toEqual(['unreadable'])
})

test('the end of a session keeps what is not sent', async () => {
  await keepHousehold(placeId, household(), [NAME])
  await outbox.discardOfUsers()
  expect(unsentOf(placeId)).toHaveLength(1)
})
