import { useMemo, useSyncExternalStore } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { type MessageKey, text } from '../../platform/language/i18n.ts'
import { newId } from '../../platform/ids.ts'
import { isOwnEntry, type TypedEntry } from '../../platform/outbox/entry.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { sendEntry } from '../../platform/outbox/send-entry.ts'
import type { SendContext, SharedCommand } from '../../platform/outbox/shared-command.ts'
import { changeCache } from '../../platform/connection/query-cache.ts'
import { sessionUserId } from '../../platform/session/session.ts'
import { toastError, toastSuccess } from '../../ui/states/toast.tsx'

interface Declared<Payload, Reply> {
  readonly command: SharedCommand<Payload>
  /** Stored entries of another version that do not match are neither shown nor sent. */
  readonly payload: z.ZodType<Payload>
  readonly reply: z.ZodType<Reply>
  /** The kind of content in the list of refused entries, such as 'Comment'. */
  readonly title: MessageKey
  readonly textOf: (payload: Payload) => string
  /** Id of what the content belongs to, such as the post of a comment. */
  readonly ofId: (payload: Payload) => string
  /** The entries of one lane are sent one after another. */
  readonly laneOf: (ofId: string) => string
  readonly location?: () => Promise<NonNullable<SendContext['location']> | null>
  readonly receive: (cache: QueryClient, reply: Reply) => void
  readonly sent: (reply: Reply) => MessageKey
  readonly refused: (error: unknown) => MessageKey
}

/** Defines content that the outbox keeps until the server has acknowledged it. */
export function defineUnsent<Payload, Reply>(declared: Declared<Payload, Reply>) {
  const { command, payload, reply, title, textOf, ofId, laneOf, location, receive, sent, refused } = declared
  const { entries, enqueue } = outbox.register<Payload, Reply>({
    ...command,
    payload,
    describe: (content) => ({ title: text(title), text: textOf(content) }),
    send: async (entry, options) =>
      sendEntry(command, reply, entry, { ...options, ...(location && { location: await location() }) }),
    onSent(received, entry) {
      changeCache((cache) => receive(cache, received))
      if (isOwnEntry(entry)) toastSuccess(sent(received))
    },
    onRefused: (error) => toastError(text(refused(error)), error instanceof ApiError ? error.message : undefined),
  })
  return {
    /** Returns the user's unsent entries of an id, the oldest first. */
    useEntries(id: string): readonly TypedEntry<Payload>[] {
      const all = useSyncExternalStore(outbox.subscribe, entries)
      return useMemo(() => all.filter((entry) => ofId(entry.payload) === id), [all, id])
    },
    /**
     * Stores the content and sends it.
     * @returns false if no user is known to be signed in. Nothing is sent then, and the caller keeps the content.
     */
    send(content: Payload, files: readonly File[] = []): boolean {
      const ownerId = sessionUserId()
      if (ownerId === null) return false
      void enqueue({ id: newId(), lane: laneOf(ofId(content)), ownerId, payload: content, files })
      return true
    },
    discard: outbox.discard,
  }
}
