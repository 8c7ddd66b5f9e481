import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { z } from 'zod'
import type { EventName, EventPayload } from '@noroshi/contract/realtime'

type Schemas = Record<string, z.ZodType>
/** Changes the cache, and answers what the payload says. */
type Apply = (cache: QueryClient, payload: unknown) => unknown

/** A feature's events, each with its change of the cache. */
export type Live = ReadonlyMap<string, Apply>

/** Binds each event to one pure change of the cache; an event without its handler does not compile. */
export function defineLive<Events extends Schemas>(
  events: Events,
  handlers: { readonly [Name in keyof Events]: (cache: QueryClient, payload: z.output<Events[Name]>) => void },
): Live {
  const bind = <Name extends keyof Events>(name: Name, schema: Events[Name]): Apply => {
    const handler = handlers[name]
    return (cache, payload) => {
      // `as`: what a generic schema parses to is its output, which TypeScript cannot see.
      const said = schema.parse(payload) as z.output<Events[Name]>
      handler(cache, said)
      return said
    }
  }
  return new Map(Object.entries(events).map(([name, schema]) => [name, bind(name, schema as Events[string])]))
}

const late: Live[] = []

/** For a feature whose code comes after the page: from then on its events change the cache. It asks for nothing before that. */
export function addLive(live: Live) {
  if (!late.includes(live)) late.push(live)
}

export interface Arrival {
  /** It happened while this device was away, and was asked for afterwards. */
  readonly isCatchUp: boolean
}

type Heard = (payload: unknown, arrival: Arrival) => void
const hearers = new Map<string, Set<Heard>>()

/** Hears an event after the cache has taken it, once per event; those of a feature that has not come to the page yet are not heard. */
export function onEvent<Name extends EventName>(
  name: Name,
  handler: (payload: EventPayload<Name>, arrival: Arrival) => void,
): () => void {
  const heard: Heard = (payload, arrival) => handler(payload as EventPayload<Name>, arrival) // `as`: its feature has parsed it by the schema of that name
  const ofName = hearers.get(name) ?? new Set()
  hearers.set(name, ofName.add(heard))
  return () => ofName.delete(heard)
}

/** {@link onEvent} while a component is there; the latest handler is called. */
export function useEvent<Name extends EventName>(name: Name, handler: (payload: EventPayload<Name>, arrival: Arrival) => void) {
  const latest = useEffectEvent(handler)
  useEffect(() => onEvent(name, (payload, arrival) => latest(payload, arrival)), [name])
}

/** Event ids that this tab remembers; far more than can arrive twice between two catch-ups. */
const REMEMBERED = 5_000

/** Applies events once each, whichever way they came. Without a socket, so that tests need none. */
export function createReceiver(cache: QueryClient, lives: readonly Live[]) {
  const seen = new Set<string>()

  const remember = (eventId: string) => {
    seen.add(eventId)
    const [oldest] = seen
    if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest)
  }

  return (name: string, payload: unknown, eventId: string, arrival: Arrival) => {
    if (seen.has(eventId)) return
    remember(eventId)
    let said: unknown
    try {
      for (const live of [...lives, ...late]) said = live.get(name)?.(cache, payload) ?? said
    } catch {
      // An event of a newer server which this page cannot read: ask for everything again.
      void cache.invalidateQueries()
      return
    }
    if (said === undefined) return
    for (const hear of hearers.get(name) ?? []) hear(said, arrival)
  }
}
