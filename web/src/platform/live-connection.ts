import type { QueryClient } from '@tanstack/react-query'
import { EventMeta, eventRoutes } from '@noroshi/contract/events/events.http'
import { latestAlertTokens } from './alert-tokens.ts'
import { createCursor } from './cursor.ts'
import { ApiError } from './http-errors.ts'
import { call } from './http.ts'
import { createReceiver, type Live } from './live.ts'
import { refetchOvertaken } from './overtaken.ts'
import { accessToken } from './session.ts'
import { socket } from './socket.ts'
import { RETRY_MS } from './tuning.ts'

/**
 * Keeps the cache as the unit's database is: applies what is announced, and after each (re)connection asks for what was
 * missed. Live events are applied meanwhile too, so that what was missed may come after what is newer: features compare versions
 * with everything that was applied before, gone from a list or not; what has no version is settled by the next refetch.
 */
export function startLive(cache: QueryClient, lives: readonly Live[]) {
  const receive = createReceiver(cache, lives)
  const cursor = createCursor()
  const overtaken = refetchOvertaken(cache)
  /** Until then an event that is heard says nothing about those that were missed. */
  let isCaughtUp = false

  /** null: refused, since the session or the alert's token is over; the others go on. */
  const missedSince = async (since: string | null, alertToken?: string) => {
    try {
      const missed = await call(eventRoutes.since, { query: since === null ? {} : { since }, alertToken })
      for (const { name, payload, eventId } of missed.events) receive(name, payload, eventId, { isCatchUp: true })
      return missed
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return null
      throw error
    }
  }

  const catchUp = async () => {
    const since = cursor.value()
    const connection = socket.id
    // Each alert token opens its alert alone, so each asks for itself, and the session for everything else.
    const tokens = [...(accessToken() === null ? [] : [undefined]), ...latestAlertTokens()]
    const replies = []
    for (const token of tokens) replies.push(await missedSince(since, token))

    const [first, ...others] = replies.filter((reply) => reply !== null)
    if (!first) return // an anonymous visitor: nothing private is on the screen
    const isComplete = [first, ...others].every(({ complete }) => complete)
    if (isComplete) cursor.reached(first.cursor)
    else cursor.restart(first.cursor)
    isCaughtUp = socket.id === connection
    if (since === null || !isComplete) await cache.invalidateQueries()
  }

  const catchUpUntilDone = async () => {
    try {
      await catchUp()
    } catch {
      setTimeout(() => socket.connected && void catchUpUntilDone(), RETRY_MS) // the unit is not there: soon again
    }
  }

  socket.onAny((name: string, payload: unknown, meta: unknown) => {
    const { data } = EventMeta.safeParse(meta)
    if (!data) return
    receive(name, payload, data.eventId, { isCatchUp: false })
    overtaken.eventApplied()
    if (data.cursor !== null && isCaughtUp) cursor.heard(data.cursor)
  })
  socket.on('connect', () => void catchUpUntilDone())
  socket.on('disconnect', () => {
    isCaughtUp = false
    cursor.lost()
  })
}
