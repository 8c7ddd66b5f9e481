import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { call } from '../../connection/http.ts'
import { createReceiver, type Live } from '../../connection/live.ts'
import { type EntityDatabase, openEntityDatabase } from '../entity-database.ts'
import type { EntityStore } from '../entity-store.ts'
import { createStoreDisk } from '../store-disk.ts'
import { setDisk } from '../stores.ts'

// A page receives the events of a feature late, twice, out of order or not at all, sends requests whose replies are old
// when they arrive, and is killed and opened again from disk, beside a second tab. The test of each feature compares it
// with its server.

/** An event in the journal of a server. */
export type JournalEvent = readonly [name: string, payload: unknown]

/** A feature and a model of its server. */
export interface Scenario<Change extends string> {
  readonly storeOf: (cache: QueryClient) => EntityStore
  readonly live: readonly Live[]
  readonly ownerId: string
  readonly server: { readonly change: (change: Change, nth: number) => void }
  readonly journal: () => readonly JournalEvent[]
  /** Returns the reply of the server at the time of the request. */
  readonly reply: (route: unknown, options: never) => unknown
  /** Reads one of the feature's queries. */
  readonly read: (cache: QueryClient, nth: number) => Promise<unknown>
}

const pageActions = [
  ...(['receive', 'receive', 'receive', 'receive', 'read', 'read', 'read'] as const),
  ...(['reply', 'reply', 'reply', 'reply', 'catchUp', 'write', 'reload', 'otherTab'] as const),
]

/** A step of the server or of the page. `nth` chooses what it applies to. */
export interface Step<Change extends string> {
  readonly action: Change | (typeof pageActions)[number]
  readonly nth: number
}

const RUNS = import.meta.env['NOROSHI_LONG'] === '1' ? 1_500 : 50

/**
 * Runs random steps.
 * @param changes the changes of the server. A repeated one is more frequent.
 */
export function checkConvergence<Change extends string>(
  changes: readonly Change[],
  converge: (steps: readonly Step<Change>[]) => Promise<void>,
): Promise<void> {
  const step = fc.record({ action: fc.constantFrom(...changes, ...pageActions), nth: fc.nat(40) })
  return fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), converge), {
    seed: 20_110_311,
    numRuns: RUNS,
    endOnFailure: true,
  })
}

const isOneOf = <Value extends string>(values: readonly Value[], value: string): value is Value =>
  values.some((each) => each === value)

/** Resolves after all promises that can settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

/** Returns the entities in memory whose parent is removed. */
const childrenOfRemoved = (store: EntityStore) =>
  [...store.childrenByParent().values()].flat().flatMap(({ type, id, parent }) => {
    const parentType = store.types().find(({ name }) => name === parent?.[0])
    const row = parentType && parent && store.row(parentType, parent[1])
    return row && row.value === undefined ? `${type.name} ${id}` : []
  })

let databases = 0

/**
 * Runs the steps on a page, then catches it up and lets all replies arrive.
 * @param mock mocks the requests of the page
 * @returns the page, and functions that write and reopen it
 */
export async function runSteps<Change extends string>(
  scenario: Scenario<Change>,
  changes: readonly Change[],
  steps: readonly Step<Change>[],
  mock: (request: typeof call) => void,
) {
  const { server, journal, reply, read } = scenario
  const database = `pages ${databases++}`
  let waiting: (() => void)[] = []
  let [isSlow, isOffline] = [true, false]
  const request = async (route: unknown, options: never) => {
    if (isOffline) throw new Error('offline')
    const replied = reply(route, options)
    if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
    return replied
  }
  // `as`: the model replies to the routes that the feature reads
  mock(request as unknown as typeof call)
  const readNth = ({ cache }: StoredPage, nth: number) => void read(cache, nth).catch(() => undefined)

  let page = await openPage(scenario, database)
  const otherTab = await openPage(scenario, database)
  for (const { action, nth } of steps) {
    if (isOneOf(changes, action)) server.change(action, nth)
    if (action === 'receive') page.receive(nth % Math.max(1, journal().length))
    if (action === 'read') readNth(page, nth)
    if (action === 'reply') waiting.splice(nth % Math.max(1, waiting.length), 1)[0]?.()
    if (action === 'catchUp') page.catchUp()
    if (action === 'write') await page.disk.flush()
    if (action === 'otherTab') {
      otherTab.catchUp()
      await otherTab.disk.flush()
    }
    if (action === 'reload') {
      page.kill()
      waiting = []
      page = await openPage(scenario, database)
    }
    await settle()
  }
  page.catchUp()
  isSlow = false
  for (const arrive of waiting) arrive()
  await settle()
  await page.cache.cancelQueries()
  otherTab.kill()
  expect(childrenOfRemoved(page.store)).toEqual([])
  /** Opens the page again with the server. */
  const reload = async () => {
    await page.disk.flush()
    return openPage(scenario, database)
  }
  /** Opens a page again without the server. */
  const reopen = async (before = page) => {
    await before.disk.flush()
    isOffline = true
    return openPage(scenario, database)
  }
  return { page, reload, reopen }
}

export type StoredPage = Awaited<ReturnType<typeof openPage>>

type PageOptions = Pick<Scenario<string>, 'storeOf' | 'live' | 'ownerId' | 'journal'>

async function openPage({ storeOf, live, ownerId, journal }: PageOptions, databaseName: string) {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const store = storeOf(cache)
  const database = openEntityDatabase(databaseName)
  let isKilled = false
  const write: EntityDatabase['write'] = (...args) => (isKilled ? Promise.reject(new Error('killed')) : database.write(...args))
  let cursor: string | null = null
  const disk = createStoreDisk({
    store,
    database: { ...database, write },
    cursor: { value: () => cursor, restart: (next) => (cursor = next) },
    isFurther: (next, than) => Number(next) > Number(than),
    ownerId: () => ownerId,
  })
  setDisk(store, disk)
  disk.claim()
  await disk.ready()
  const receiveEvent = createReceiver(cache, live)
  let count = 0
  /** Receives an event of the journal, also twice. */
  const receive = (index: number) => {
    const [name, payload] = journal()[index] ?? []
    if (name !== undefined) receiveEvent(name, payload, `event ${count++}`, { isCatchUp: false })
  }
  const moveToEnd = () => (cursor = String(journal().length))
  return {
    cache,
    store,
    disk,
    receive,
    /** Ends the page before its next write. A write of its timer would have the cursor and not the lost changes. */
    kill() {
      isKilled = true
      cache.clear()
    },
    /** Receives all events that it has missed. */
    catchUp() {
      for (let index = Number(cursor ?? 0); index < journal().length; index++) receive(index)
      if (cursor === null) void cache.invalidateQueries()
      moveToEnd()
    },
    /** Learns that the journal no longer has the events that the page missed. */
    async findGap() {
      await disk.flush() // the connection was away for longer than a write takes
      store.startEra()
      await disk.drop('lists')
      moveToEnd()
      await cache.invalidateQueries()
    },
  }
}
