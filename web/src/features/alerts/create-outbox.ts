import type { Location } from '@noroshi/contract/location'
import type { KeptSos, OutboxStore } from './outbox-store.ts'
import type { Delivery, RaiseReply } from './raise.machine.ts'

/** Milliseconds between tries: 1, 2, 4, 8, then 15 s. */
const RETRY_FIRST_MS = 1_000
const RETRY_MAX_MS = 15_000

export interface UnsentSos extends KeptSos {
  /** How often it was tried since this page was opened. */
  readonly tries: number
}

interface Ports {
  readonly store: OutboxStore
  readonly post: (sos: KeptSos) => Promise<RaiseReply>
}
type Listener = (reply: RaiseReply, sos: KeptSos) => void

/** Keeps each SOS until the unit has acknowledged it, and repeats it under the same id. Nothing here ever gives up. */
export function createOutbox({ store, post }: Ports) {
  let unsent: readonly UnsentSos[] = []
  let delayMs = RETRY_FIRST_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  const underWay = new Map<string, Promise<RaiseReply | null>>()
  const watchers = new Set<() => void>()
  const listeners = new Set<Listener>()

  const become = (next: readonly UnsentSos[]) => {
    unsent = next
    for (const watcher of watchers) watcher()
  }
  const find = (clientId: string) => unsent.find((sos) => sos.clientId === clientId)
  const change = (clientId: string, part: Partial<UnsentSos>) =>
    become(unsent.map((sos) => (sos.clientId === clientId ? { ...sos, ...part } : sos)))
  /** A store that fails leaves the copy in memory, which is tried all the same. */
  const write = (writing: Promise<unknown>) => writing.catch(() => undefined)

  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), delayMs)
    delayMs = Math.min(delayMs * 2, RETRY_MAX_MS)
  }

  const attempt = async (clientId: string): Promise<RaiseReply | null> => {
    const sos = find(clientId)
    if (!sos) return null
    change(clientId, { tries: sos.tries + 1 })
    try {
      const reply = await post(sos)
      const now = find(clientId)
      const hasMoved = now && (now.latitude !== sos.latitude || now.longitude !== sos.longitude)
      if (hasMoved) {
        await keep({ ...now, isRaised: true })
        later()
      } else await drop(clientId)
      if (!sos.isRaised) for (const listener of listeners) listener(reply, sos)
      return reply
    } catch {
      later() // whatever the reason: an SOS is repeated until it is acknowledged
      return null
    }
  }

  /** One try at a time for each SOS. */
  const send = (clientId: string) => {
    const running = underWay.get(clientId)
    if (running) return running
    const trying = attempt(clientId).finally(() => underWay.delete(clientId))
    underWay.set(clientId, trying)
    return trying
  }

  const keep = async (sos: KeptSos) => {
    const { clientId, createdAt, latitude, longitude, accuracy, isRaised } = sos
    const kept: KeptSos = { clientId, createdAt, latitude, longitude, accuracy, isRaised }
    if (find(clientId)) change(clientId, kept)
    else become([...unsent, { ...kept, tries: 0 }])
    await write(store.put(kept))
  }

  const drop = async (clientId: string) => {
    become(unsent.filter((sos) => sos.clientId !== clientId))
    await write(store.remove(clientId))
  }

  async function flush() {
    clearTimeout(timer)
    await Promise.all(unsent.map(({ clientId }) => send(clientId)))
  }

  return {
    /** Keeps it, tries at once. null: not acknowledged so far, the outbox goes on. */
    async deliver({ clientId, location }: Delivery): Promise<RaiseReply | null> {
      const known = find(clientId)
      const place = location ?? { latitude: null, longitude: null, accuracy: null }
      const createdAt = known?.createdAt ?? new Date().toISOString()
      const keeping = known ?? { clientId, createdAt, ...place, isRaised: false }
      delayMs = RETRY_FIRST_MS
      await Promise.race([keep(keeping), new Promise((resolve) => setTimeout(resolve, 300))]) // a stuck disk holds no SOS up
      return send(clientId)
    },
    /** The place of an SOS that is kept or was raised already. */
    async tellPlace({ clientId, location }: { clientId: string; location: Location }) {
      const known = find(clientId)
      await keep({ ...(known ?? { clientId, createdAt: new Date().toISOString(), isRaised: true }), ...location })
      await send(clientId)
    },
    /** Takes an SOS back that was never sent. */
    withdraw: drop,
    /** What a former page left behind. */
    async restore() {
      const kept = await store.all().catch((): readonly KeptSos[] => [])
      const unknown = kept.filter(({ clientId }) => !find(clientId))
      become([...unsent, ...unknown.map((sos) => ({ ...sos, tries: 0 }))])
      await flush()
    },
    /** Tries everything now: the network may be back. */
    async nudge() {
      delayMs = RETRY_FIRST_MS
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
