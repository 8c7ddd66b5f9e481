import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  BACKGROUND_MS,
  createDeskVault,
  LOCK_AFTER_MS,
  LockedError,
  ServerKeyError,
  UnreadableError,
} from './create-desk-vault.ts'
import type { DeskKeys } from './desk-key-store.ts'

const placeId = '01990000-0000-7000-8000-000000000021'
const PIN = '482913'
const CANARY = 'canary 鈴木'
const secret = 'A'.repeat(43)

let stored: Map<string, DeskKeys>
let deskId = 'desk-1'
let secretOf = vi.fn(async (_placeId: string, _deskId: string) => secret)
/** Returns the vault of another page with the same storage. */
const newPage = () =>
  createDeskVault({
    store: {
      all: async () => [...stored.values()],
      put: async (keys) => void stored.set(keys.placeId, structuredClone(keys)),
      replaceServer: async ({ placeId: id, server }) => {
        const row = stored.get(id)
        if (row) stored.set(id, { ...row, server })
      },
      remove: async (id) => void stored.delete(id),
    },
    secretOf,
    newDeskId: () => deskId,
    iterations: 1_000,
  })
const failOffline = () => Promise.reject(new Error('no network'))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  stored = new Map()
  deskId = 'desk-1'
  secretOf = vi.fn(async () => secret)
})
afterEach(() => vi.useRealTimers())

test('a reload locks the desk, and the PIN opens what it encrypted without the server', async () => {
  const first = newPage()
  await first.load()
  expect(first.state(placeId)).toBe('off')
  await first.setPin(placeId, PIN)
  const sealed = await first.seal(placeId, 'entry 1', { name: CANARY })
  secretOf = vi.fn(failOffline)
  const page = newPage()
  expect(page.state(placeId)).toBe('unknown')
  await page.load()
  expect(page.state(placeId)).toBe('locked')
  await expect(page.open(placeId, 'entry 1', sealed)).rejects.toThrow('no network')
  expect(await page.openByPin(placeId, PIN)).toEqual({ type: 'opened' })
  expect(await page.open(placeId, 'entry 1', sealed)).toEqual({ name: CANARY })
  await expect(page.open(placeId, 'entry 2', sealed)).rejects.toThrow(UnreadableError)
})

test('nothing that is stored contains the PIN, the data or the key', async () => {
  const exported = vi.spyOn(crypto, 'getRandomValues')
  const vault = newPage()
  await vault.setPin(placeId, PIN)
  const sealed = await vault.seal(placeId, 'entry 1', { name: CANARY })
  const all = JSON.stringify([...stored.values(), sealed])
  const raw = exported.mock.results.map(({ value }) => value as Uint8Array).find(({ length }) => length === 32)
  expect(raw).toBeDefined()
  for (const text of [PIN, CANARY, btoa(PIN), String.fromCharCode(...(raw ?? []))]) expect(all).not.toContain(text)
  expect(all).not.toContain(btoa(String.fromCharCode(...(raw ?? []))))
})

test('without the PIN, the server opens what a locked desk encrypted once for many readers, and the desk stays locked', async () => {
  await newPage().setPin(placeId, PIN)
  const page = newPage()
  await page.load()
  const sealed = await page.seal(placeId, 'entry 1', CANARY)
  page.lock()
  secretOf.mockClear()
  const read = await Promise.all([1, 2, 3].map(() => page.open(placeId, 'entry 1', sealed)))
  expect(read).toEqual([CANARY, CANARY, CANARY])
  expect(secretOf.mock.calls).toEqual([[placeId, 'desk-1']])
  expect(page.state(placeId)).toBe('locked')
  vi.advanceTimersByTime(BACKGROUND_MS)
  await page.open(placeId, 'entry 1', sealed)
  expect(secretOf.mock.calls).toHaveLength(2)
})

test('only an open desk gets another PIN', async () => {
  await newPage().setPin(placeId, PIN)
  const page = newPage()
  const sealed = await page.seal(placeId, 'entry 1', CANARY)
  await expect(page.setPin(placeId, '999111')).rejects.toThrow(LockedError)
  expect(await page.openByPin(placeId, PIN)).toEqual({ type: 'opened' })
  await page.setPin(placeId, '999111')
  const next = newPage()
  expect(await next.openByPin(placeId, PIN)).toEqual({ type: 'wrong' })
  expect(await next.openByPin(placeId, '999111')).toEqual({ type: 'opened' })
  expect(await next.open(placeId, 'entry 1', sealed)).toBe(CANARY)
})

test('after the secret of the server changed, the PIN opens what is stored, and lets the server open it again', async () => {
  const sealed = await newPage()
    .setPin(placeId, PIN)
    .then(() => newPage().seal(placeId, 'entry 1', CANARY))
  secretOf = vi.fn(async () => 'B'.repeat(43))
  const page = newPage()
  await page.load()
  await expect(page.open(placeId, 'entry 1', sealed)).rejects.toThrow(ServerKeyError)
  expect(page.state(placeId)).toBe('locked')
  expect(await page.openByPin(placeId, PIN)).toEqual({ type: 'opened' })
  expect(await page.open(placeId, 'entry 1', sealed)).toBe(CANARY)
  await vi.waitFor(async () => expect(await newPage().open(placeId, 'entry 1', sealed)).toBe(CANARY))
  await page.setPin(placeId, '999111')
  expect(await newPage().openByPin(placeId, '999111')).toEqual({ type: 'opened' })
})

test('a desk whose key another tab replaced encrypts and opens nothing by the old key', async () => {
  const page = newPage()
  await page.setPin(placeId, PIN)
  const reader = newPage()
  await reader.openByPin(placeId, PIN)
  const other = newPage()
  await other.load()
  await other.remove(placeId)
  deskId = 'desk-2'
  await other.setPin(placeId, PIN)
  await expect(page.seal(placeId, 'entry 1', CANARY)).rejects.toThrow(UnreadableError)
  expect(page.state(placeId)).toBe('locked')
  expect(await page.openByPin(placeId, PIN)).toEqual({ type: 'opened' })
  const sealed = await page.seal(placeId, 'entry 1', CANARY)
  for (const each of [other, reader]) expect(await each.open(placeId, 'entry 1', sealed)).toBe(CANARY)
})

test('five minutes without use lock the desk, and use prolongs them', async () => {
  const vault = newPage()
  await vault.setPin(placeId, PIN)
  const states: string[] = []
  vault.subscribe(() => states.push(vault.state(placeId)))
  vi.advanceTimersByTime(LOCK_AFTER_MS - 1)
  vault.prolong(placeId)
  vi.advanceTimersByTime(LOCK_AFTER_MS - 1)
  await vault.seal(placeId, 'sent in the background', CANARY)
  expect(vault.state(placeId)).toBe('open')
  vi.advanceTimersByTime(1)
  expect(vault.state(placeId)).toBe('locked')
  expect(states).toEqual(['locked'])
})

test('a device that slept locks the desk although its timer did not run', async () => {
  const vault = newPage()
  await vault.setPin(placeId, PIN)
  vi.setSystemTime(Date.now() + LOCK_AFTER_MS)
  expect(vault.state(placeId)).toBe('locked')
})

test('wrong PINs wait longer and longer, also after a reload, and the right one ends it', async () => {
  await newPage().setPin(placeId, PIN)
  secretOf = vi.fn(failOffline)
  const tryPin = (pin: string) => newPage().openByPin(placeId, pin)
  for (let tries = 1; tries <= 3; tries++) expect(await tryPin('111111')).toEqual({ type: 'wrong' })
  const first = await tryPin(PIN)
  expect(first).toEqual({ type: 'waiting', until: Date.now() + 10_000 })
  vi.advanceTimersByTime(10_000)
  expect(await tryPin('111111')).toEqual({ type: 'wrong' })
  expect(await tryPin(PIN)).toEqual({ type: 'waiting', until: Date.now() + 20_000 })
  vi.advanceTimersByTime(20_000)
  expect(await tryPin(PIN)).toEqual({ type: 'opened' })
  expect(await tryPin('111111')).toEqual({ type: 'wrong' })
  expect(await tryPin(PIN)).toEqual({ type: 'opened' })
})

test('a desk that was removed cannot be opened', async () => {
  const vault = newPage()
  await vault.setPin(placeId, PIN)
  await vault.remove(placeId)
  expect([vault.state(placeId), vault.places()]).toEqual(['off', []])
  await expect(vault.openByPin(placeId, PIN)).rejects.toThrow(UnreadableError)
})
