import { newId } from '../ids.ts'
import { inTime, type Lease, openOutbox } from './entry-store.ts'

/** Runs `work` in one tab at a time for each name. A closed tab releases its lock. */
export type WithLock = (name: string, work: () => Promise<void>) => Promise<void>

/** Milliseconds for which a lease is valid, between its renewals, and between two attempts to get it. */
const LEASE_MS = 5_000
const RENEW_MS = 1_500
const ASK_MS = 250

const holder = newId()

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Changes a lease in one transaction. Returns whether this tab holds it afterwards. */
const changeLease = (name: string, change: (lease: Lease | undefined) => Lease | undefined): Promise<boolean> =>
  inTime(
    openOutbox().then(async (db) => {
      const { store, done } = db.transaction('leases', 'readwrite')
      const lease = change(await store.get(name))
      await Promise.all([lease ? store.put(lease, name) : store.delete(name), done])
      return lease?.holder === holder
    }),
  )

const takeLease = (name: string): Promise<boolean> =>
  changeLease(name, (lease) =>
    lease && lease.holder !== holder && lease.until > Date.now() && lease.until <= Date.now() + LEASE_MS
      ? lease
      : { holder, until: Date.now() + LEASE_MS },
  )

/**
 * Replaces Web Locks on plain http, where browsers have none. Two tabs may hold the lock for a moment after a tab was
 * suspended; the server recognizes entries that arrive twice. Without IndexedDB each tab has only its own entries and
 * needs no lock.
 */
export const withLease: WithLock = async (name, work) => {
  const canSend = () => takeLease(name).catch(() => true)
  while (!(await canSend())) await wait(ASK_MS)
  const renewal = setInterval(() => void canSend(), RENEW_MS)
  try {
    await work()
  } finally {
    clearInterval(renewal)
    await changeLease(name, (lease) => (lease?.holder === holder ? undefined : lease)).catch(() => undefined)
  }
}

const withWebLock: WithLock = async (name, work) => {
  let hasStarted = false
  try {
    await navigator.locks.request(name, () => {
      hasStarted = true
      return work()
    })
  } catch (error) {
    if (hasStarted) throw error
    await withLease(name, work) // browsers that block site data reject the request
  }
}

export const withLock: WithLock = (name, work) => ('locks' in navigator ? withWebLock(name, work) : withLease(name, work))
