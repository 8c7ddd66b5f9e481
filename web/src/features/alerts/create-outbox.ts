import type { Location } from '@noroshi/contract/location'
import type { KeptSos, OutboxStore } from './outbox-store.ts'
import type { Delivery, RaiseReply } from './raise.machine.ts'

/** Milliseconds between tries: 1, 2, 4, 8, then 15 s. */
const RETRY_FIRST_MS = 1_000
const RETRY_MAX_MS = 15_000

export interface UnsentSos extends KeptSos {
  /** How often it was tried since this page was opened. */
  readonly tries: number
  /** It was on its way at least once: only the answer is missing. */
  readonly mayHaveArrived: boolean
}

interface Ports {
  /** No SOS ever waits for one of them. */
  readonly stores: readonly OutboxStore[]
  readonly post: (sos: KeptSos) => Promise<RaiseReply>
}
type Listener = (reply: RaiseReply, sos: KeptSos) => void
type Answer = (reply: RaiseReply | null) => void

const byAge = (a: KeptSos, b: KeptSos) => a.createdAt.localeCompare(b.createdAt)

/** Keeps each SOS until the unit has acknowledged it, and repeats it under the same id. Nothing here ever gives up. */
export function createOutbox({ stores, post }: Ports) {
  /** The oldest first. */
  let unsent: readonly UnsentSos[] = []
  let delayMs = RETRY_FIRST_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTrying = false
  let round: Promise<void> = Promise.resolve()
  /** What the round under way need not try again. */
  const tried = new Set<string>()
  const waiting = new Map<string, Answer[]>()
  /** Acknowledged or withdrawn: a store that answers late brings none of them back. */
  const over = new Set<string>()
  const watchers = new Set<() => void>()
  const listeners = new Set<Listener>()

  const become = (next: readonly UnsentSos[]) => {
    unsent = next
    for (const watcher of watchers) watcher()
  }
  const find = (clientId: string) => unsent.find((sos) => sos.clientId === clientId)
  const add = (more: readonly UnsentSos[]) => become([...unsent, ...more].sort(byAge))
  const change = (clientId: string, part: Partial<UnsentSos>) =>
    become(unsent.map((sos) => (sos.clientId === clientId ? { ...sos, ...part } : sos)))
  /** A store that fails leaves the copies of the other and in memory. */
  const inStores = (write: (store: OutboxStore) => Promise<void>) => {
    for (const store of stores) write(store).catch(() => undefined)
  }
  const answer = (clientId: string, reply: RaiseReply | null) => {
    for (const tell of waiting.get(clientId) ?? []) tell(reply)
    waiting.delete(clientId)
  }

  const keep = (sos: KeptSos) => {
    const { clientId, createdAt, latitude, longitude, accuracy, isRaised } = sos
    const kept: KeptSos = { clientId, createdAt, latitude, longitude, accuracy, isRaised }
    over.delete(clientId)
    if (find(clientId)) change(clientId, kept)
    else add([{ ...kept, tries: 0, mayHaveArrived: isRaised }])
    inStores((store) => store.put(kept))
  }

  const drop = (clientId: string) => {
    over.add(clientId)
    become(unsent.filter((sos) => sos.clientId !== clientId))
    inStores((store) => store.remove(clientId))
  }

  const acknowledge = (sent: KeptSos, reply: RaiseReply) => {
    const now = find(sent.clientId)
    if (now && (now.latitude !== sent.latitude || now.longitude !== sent.longitude)) {
      keep({ ...now, isRaised: true })
      tried.delete(sent.clientId) // the place came meanwhile: it follows at once
    } else drop(sent.clientId)
    if (!sent.isRaised) for (const listener of listeners) listener(reply, sent)
  }

  const attempt = async (sos: UnsentSos) => {
    tried.add(sos.clientId)
    change(sos.clientId, { tries: sos.tries + 1, mayHaveArrived: true })
    const reply = await post(sos).catch(() => null) // whatever the reason: an SOS is repeated until it is acknowledged
    if (reply) acknowledge(sos, reply)
    answer(sos.clientId, reply)
  }

  /** Strictly one after another: what the unit answers to the first may be what tells it that the second belongs to it. */
  const tryAll = async () => {
    const next = () => unsent.find(({ clientId }) => !tried.has(clientId))
    try {
      for (let sos = next(); sos; sos = next()) await attempt(sos)
    } finally {
      isTrying = false
      if (unsent.length > 0) later()
    }
  }

  const later = () => {
    timer = setTimeout(() => void flush(), delayMs)
    delayMs = Math.min(delayMs * 2, RETRY_MAX_MS)
  }

  /** Begins at once, before it returns: the page may be about to end. */
  function flush(): Promise<void> {
    if (isTrying) return round
    clearTimeout(timer)
    tried.clear()
    isTrying = true
    round = tryAll()
    return round
  }

  const send = (clientId: string) =>
    new Promise<RaiseReply | null>((resolve) => {
      waiting.set(clientId, [...(waiting.get(clientId) ?? []), resolve])
      tried.clear() // older ones go first, again
      void flush()
    })

  const restoreFrom = async (store: OutboxStore) => {
    const kept = await store.all().catch((): readonly KeptSos[] => [])
    const unknown = kept.filter(({ clientId }) => !find(clientId) && !over.has(clientId))
    add(unknown.map((sos) => ({ ...sos, tries: 0, mayHaveArrived: true })))
    await flush()
  }

  return {
    /** Keeps it, tries at once. null: not acknowledged so far, the outbox goes on. */
    deliver({ clientId, location }: Delivery): Promise<RaiseReply | null> {
      const place = location ?? { latitude: null, longitude: null, accuracy: null }
      if (!find(clientId)) keep({ clientId, createdAt: new Date().toISOString(), ...place, isRaised: false })
      delayMs = RETRY_FIRST_MS
      return send(clientId)
    },
    /** The place of an SOS that is kept or was raised already. */
    async tellPlace({ clientId, location }: { clientId: string; location: Location }) {
      const known = find(clientId)
      keep({ ...(known ?? { clientId, createdAt: new Date().toISOString(), isRaised: true }), ...location })
      await flush()
    },
    /** Takes an SOS back. One that was tried may have arrived all the same. */
    withdraw(clientId: string) {
      drop(clientId)
      answer(clientId, null)
    },
    /** What a former page left behind. */
    restore: async () => void (await Promise.all(stores.map(restoreFrom))),
    /** Tries everything now: the network may be back. */
    async nudge() {
      delayMs = RETRY_FIRST_MS
      tried.clear()
      await flush()
    },
    unsent: () => unsent,
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    onAcknowledged: (listener: Listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
