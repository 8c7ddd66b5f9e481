import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { indexedDbStore } from '../src/platform/outbox/entry-store.ts'
import { drainOutbox } from './drain-outbox.ts'
import { readWorkerSession, writeWorkerSession } from './stored-session.ts'

afterEach(() => vi.unstubAllGlobals())

const entry = (kind: string, ownerId: string | null, payload: unknown) => ({
  id: kind,
  kind,
  lane: kind,
  ownerId,
  seq: Date.now(),
  revision: 1,
  files: [],
  refusal: null,
  payload,
})

test('a refused session ends with its subscription and notifications, and the SOS of the device is sent without waiting', async () => {
  const steps: string[] = []
  let finish = () => {}
  const unsubscribed = new Promise<void>((resolve) => {
    finish = resolve
  })
  const unsubscribe = async () => {
    await unsubscribed
    steps.push('unsubscribe')
  }
  vi.stubGlobal('self', {
    registration: {
      pushManager: { getSubscription: async () => ({ unsubscribe }) },
      getNotifications: async () => [{ close: () => void steps.push('close') }],
    },
  })
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Record<string, string> }) => {
    const isAnonymous = headers['authorization'] === undefined
    steps.push(isAnonymous ? 'anonymous SOS' : 'SOS of Ben')
    if (isAnonymous) finish()
    return isAnonymous ? Response.json({ id: 'a1' }, { status: 201 }) : Response.json({ code: 'unauthorized' }, { status: 401 })
  })
  await writeWorkerSession(() => ({ token: 'refused', userId: 'ben', language: 'en' }))
  const payload = {
    createdAt: new Date().toISOString(),
    latitude: null,
    longitude: null,
    accuracy: null,
    locatedAt: null,
    isRaised: false,
  }
  await indexedDbStore.put(entry('sos', null, payload))
  expect(await drainOutbox()).toBe(true)
  expect(steps).toEqual(['SOS of Ben', 'anonymous SOS', 'unsubscribe', 'close'])
  expect(await readWorkerSession()).toBeNull()
})
