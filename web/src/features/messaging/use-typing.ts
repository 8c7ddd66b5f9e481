import { useCallback, useEffect, useRef, useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { useEvent } from '../../platform/connection/live.ts'
import { currentUser } from '../../platform/session/current-user.ts'
import { command, socket } from '../../platform/connection/socket.ts'

/**
 * Milliseconds between two typing events of a user (specification, section 7), and after which the last one expires.
 */
const HINT_MS = 1_000
const EXPIRY_MS = 4_000

/** Returns the users that type in this thread now. Each expires a few seconds after the last event. */
export function useTyping(threadId: string): readonly Person[] {
  const [typing, setTyping] = useState<readonly Person[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const stop = useCallback((id: string) => {
    clearTimeout(timers.current.get(id))
    timers.current.delete(id)
    setTyping((known) => known.filter((person) => person.id !== id))
  }, [])
  useEffect(() => {
    const currentTimers = timers.current
    return () => {
      for (const timer of currentTimers.values()) clearTimeout(timer)
    }
  }, [])
  useEvent('messages:typing', ({ messageThreadId, user }) => {
    if (messageThreadId !== threadId || user.id === currentUser()?.id) return
    clearTimeout(timers.current.get(user.id))
    timers.current.set(
      user.id,
      setTimeout(() => stop(user.id), EXPIRY_MS),
    )
    setTyping((known) => (known.some(({ id }) => id === user.id) ? known : [...known, user]))
  })
  useEvent('messages:stopped_typing', ({ messageThreadId, user }) => {
    if (messageThreadId === threadId) stop(user.id)
  })
  useEvent('messages:new_message', ({ MessageThreadId, SenderId }) => {
    if (MessageThreadId === threadId) stop(SenderId)
  })
  return typing
}

/** Emits that the user types, at most once a second, and that they stopped. Emits nothing for null. */
export function useTypingHints(threadId: string | null) {
  const lastHintAt = useRef(-Infinity)
  const idleTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stop = useCallback(() => {
    clearTimeout(idleTimer.current)
    if (lastHintAt.current === -Infinity || threadId === null) return
    lastHintAt.current = -Infinity
    if (socket.connected) void command('messages:stopped_typing', { messageThreadId: threadId })
  }, [threadId])
  useEffect(() => stop, [stop])

  return useCallback(
    (draft: string) => {
      if (threadId === null) return
      if (draft.trim() === '') return stop()
      clearTimeout(idleTimer.current)
      idleTimer.current = setTimeout(stop, EXPIRY_MS - HINT_MS)
      if (!socket.connected || performance.now() - lastHintAt.current < HINT_MS) return
      lastHintAt.current = performance.now()
      void command('messages:typing', { messageThreadId: threadId })
    },
    [threadId, stop],
  )
}
