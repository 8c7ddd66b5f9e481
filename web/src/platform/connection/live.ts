import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { z } from 'zod'
import type { EventName, EventPayload } from '@noroshi/contract/realtime'
import { createEmitter } from '../observable.ts'

type Schemas = Record<string, z.ZodType>
/** Changes the cache and returns the parsed payload. */
type Apply = (cache: QueryClient, payload: unknown) => unknown

/** Maps each event name of a feature to its change of the cache. */
export type Live = ReadonlyMap<string, Apply>

/** Binds each event to one pure change of the cache. An event without a handler is a compile error. */
export function defineLive<Events extends Schemas>(
  events: Events,
  handlers: { readonly [Name in keyof Events]: (cache: QueryClient, payload: z.output<Events[Name]>) => void },
): Live {
  const bind = <Name extends keyof Events>(name: Name, schema: Events[Name]): Apply => {
    const handler = handlers[name]
    return (cache, payload) => {
      // `as`: TypeScript cannot see that the parsed value is the output type of a generic schema.
      const parsed = schema.parse(payload) as z.output<Events[Name]>
      handler(cache, parsed)
      return parsed
    }
  }
  return new Map(Object.entries(events).map(([name, schema]) => [name, bind(name, schema as Events[string])]))
}

const lazyLives: Live[] = []

/**
 * Adds the events of a feature whose code is loaded after the page. They change the cache from then on; before, the
 * feature has no queries.
 */
export function addLive(live: Live) {
  if (!lazyLives.includes(live)) lazyLives.push(live)
}

/**
 * Applies the reply to a change as its event, for entities of a feature that another feature changes. Features whose code is not
 * loaded get the event itself.
 */
export function applyAsEvent<Name extends EventName>(cache: QueryClient, name: Name, payload: EventPayload<Name>): void {
  for (const live of lazyLives) live.get(name)?.(cache, payload)
}

/** Loads the code of a feature before its first event is applied. */
const loaders = new Map<string, () => Promise<unknown>>()

/**
 * Delays each event of a name until `load` has added the events of its feature, for a feature whose code only an event
 * needs.
 * @returns the function that ends it
 */
export function loadBefore(name: EventName, load: () => Promise<void>): () => void {
  let loading: Promise<void> | undefined
  const loadOnce = async () => {
    loadingCount += 1
    await load()
    loadingCount -= 1
  }
  loaders.set(name, () => (loading ??= loadOnce()))
  return () => void loaders.delete(name)
}

let loadingCount = 0

/**
 * Returns whether events wait for the code of their feature. The journal cursor is then ahead of the applied events.
 */
export const isLoadingFeature = (): boolean => loadingCount > 0

const missedEvents = createEmitter()

/** Calls back when the page has missed events that it cannot catch up on. */
export const onMissedEvents = missedEvents.subscribe
export const reportMissedEvents = (): void => missedEvents.emit()

export interface ReceivedEvent {
  /** The event happened while this device was disconnected and was fetched afterwards. */
  readonly isCatchUp: boolean
}

type Listener = (payload: unknown, receivedEvent: ReceivedEvent) => void
const listeners = new Map<string, Set<Listener>>()

/**
 * Calls back after the cache has applied an event, once per event. Events of a feature that is not loaded yet are not
 * reported.
 */
export function onEvent<Name extends EventName>(
  name: Name,
  handler: (payload: EventPayload<Name>, receivedEvent: ReceivedEvent) => void,
): () => void {
  // `as`: the feature has parsed the payload by the schema of this name
  const listener: Listener = (payload, receivedEvent) => handler(payload as EventPayload<Name>, receivedEvent)
  const ofName = listeners.get(name) ?? new Set()
  listeners.set(name, ofName.add(listener))
  return () => ofName.delete(listener)
}

/** {@link onEvent} while a component is mounted. It calls the latest handler. */
export function useEvent<Name extends EventName>(
  name: Name,
  handler: (payload: EventPayload<Name>, receivedEvent: ReceivedEvent) => void,
) {
  const latest = useEffectEvent(handler)
  useEffect(() => onEvent(name, (payload, receivedEvent) => latest(payload, receivedEvent)), [name])
}

/** Max event ids that this tab stores: far more than can arrive twice between two catch-ups. */
const MAX_EVENT_IDS = 5_000

/** Applies each event once, whether it is live or caught up. It needs no socket, so that tests need none. */
export function createReceiver(cache: QueryClient, lives: readonly Live[]) {
  const seen = new Set<string>()

  const remember = (eventId: string) => {
    seen.add(eventId)
    const [oldest] = seen
    if (seen.size > MAX_EVENT_IDS && oldest !== undefined) seen.delete(oldest)
  }

  const apply = (name: string, payload: unknown, receivedEvent: ReceivedEvent) => {
    let parsed: unknown
    try {
      for (const live of [...lives, ...lazyLives]) parsed = live.get(name)?.(cache, payload) ?? parsed
    } catch {
      // A newer server sent an event that this page cannot parse: refetch everything.
      void cache.invalidateQueries()
      return
    }
    if (parsed === undefined) return
    for (const notify of listeners.get(name) ?? []) notify(parsed, receivedEvent)
  }

  return (name: string, payload: unknown, eventId: string, receivedEvent: ReceivedEvent) => {
    if (seen.has(eventId)) return
    remember(eventId)
    const load = loaders.get(name)
    if (load) void load().then(() => apply(name, payload, receivedEvent))
    else apply(name, payload, receivedEvent)
  }
}
