import { useCallback, useEffect, useRef, useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { useEvent } from '../../platform/live.ts'
import { currentReader } from '../../platform/reader.ts'
import { command, socket } from '../../platform/socket.ts'

/** Milliseconds between two hints that one types (specification, section 7), and after which a hint without news is over. */
const HINT_MS = 1_000
const FADE_MS = 4_000

/** Who writes in this thread now; each is gone after a few seconds without news. */
export function useTyping(threadId: string): readonly Person[] {
  const [typing, setTyping] = useState<readonly Person[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const stop = useCallback((id: string) => {
    clearTimeout(timers.current.get(id))
    timers.current.delete(id)
    setTyping((known) => known.filter((person) => person.id !== id))
  }, [])
  useEffect(() => {
    const ofThread = timers.current
    return () => {
      for (const timer of ofThread.values()) clearTimeout(timer)
    }
  }, [])
  useEvent('messages:typing', ({ messageThreadId, user }) => {
    if (messageThreadId !== threadId || user.id === currentReader()?.id) return
    clearTimeout(timers.current.get(user.id))
    timers.current.set(
      user.id,
      setTimeout(() => stop(user.id), FADE_MS),
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

/** Tells the others of a thread that one writes: at most once a second, and when one has stopped. */
export function useTypingHints(threadId: string) {
  const told = useRef(0)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stop = useCallback(() => {
    clearTimeout(rest.current)
    if (told.current === 0) return
    told.current = 0
    if (socket.connected) void command('messages:stopped_typing', { messageThreadId: threadId })
  }, [threadId])
  useEffect(() => stop, [stop])

  return useCallback(
    (words: string) => {
      if (words.trim() === '') return stop()
      clearTimeout(rest.current)
      rest.current = setTimeout(stop, FADE_MS - HINT_MS)
      if (!socket.connected || Date.now() - told.current < HINT_MS) return
      told.current = Date.now()
      void command('messages:typing', { messageThreadId: threadId })
    },
    [threadId, stop],
  )
}
