import { useEffect } from 'react'
import { z } from 'zod'
import type { ThreadDraft } from '@noroshi/contract/messaging/thread-draft'
import { threadDraftRoutes } from '@noroshi/contract/messaging/thread-drafts.http'
import { isTemporary } from '../../../platform/connection/http-errors.ts'
import { call } from '../../../platform/connection/http.ts'
import { socket } from '../../../platform/connection/socket.ts'
import { draftKey, readDraft, useDraft, writeDraft } from '../../../platform/forms/drafts.ts'
import { currentUser } from '../../../platform/session/current-user.ts'
import { readStored, storagePrefixes, storedKeys, writeStored } from '../../../platform/session/storage.ts'
import type { ChatRef } from '../chat-ref.ts'
import { createDraftSync } from './create-draft-sync.ts'
import type { DraftState } from './draft-state.ts'

const NEVER_SENT = { known: { text: '', version: 0 }, isTyped: false, sent: null }

/** What is stored besides the text, which has the key of every draft. */
const Stored = z
  .object({
    known: z.object({ text: z.string(), version: z.int() }),
    isTyped: z.boolean(),
    sent: z.object({ text: z.string(), after: z.int() }).nullable().default(null),
  })
  .catch(NEVER_SENT) satisfies z.ZodType<Omit<DraftState, 'text'>>

const ownerId = () => currentUser()?.id ?? null
const textKey = (threadId: string) => draftKey(ownerId(), 'thread', threadId)
const syncKey = (threadId: string) => storagePrefixes.draftSync + textKey(threadId)

function parsed(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null')
  } catch {
    return null
  }
}

/** The drafts of the user's threads, on all of their devices. */
export const threadDrafts = createDraftSync({
  owner: ownerId,
  read: (threadId) => ({ text: readDraft(textKey(threadId)), ...Stored.parse(parsed(readStored(syncKey(threadId)))) }),
  write(threadId, { text, ...sync }) {
    writeStored(syncKey(threadId), JSON.stringify(sync))
    if (text !== readDraft(textKey(threadId))) writeDraft(textKey(threadId), text)
  },
  // The request continues when the page is closed.
  send: (id, text) => call(threadDraftRoutes.set, { params: { id }, body: { text }, keepalive: true }),
  isOnline: () => socket.connected,
  isTemporary,
})

/** Returns the threads in which the user has typed on this device. */
export const typedThreads = (): string[] => {
  const prefix = syncKey('')
  return storedKeys(prefix).map((key) => key.slice(prefix.length))
}

/** Applies the drafts of a list, and sends those of this device that the server does not have. */
export function receiveDrafts(drafts: readonly (ThreadDraft & { readonly messageThreadId: string })[]): void {
  for (const { messageThreadId, ...draft } of drafts) threadDrafts.receive(messageThreadId, draft)
  threadDrafts.flushListed(typedThreads())
}

/** {@link useDraft} of a chat. That of a thread with members is sent to the user's other devices. */
export function useThreadDraft({ threadId, alertId }: ChatRef) {
  const draft = useDraft('thread', threadId)
  const isSynced = alertId === null
  useEffect(() => {
    if (!isSynced) return
    return () => void threadDrafts.flush(threadId)
  }, [isSynced, threadId])
  return {
    ...draft,
    setText(text: string) {
      draft.setText(text)
      if (isSynced) threadDrafts.typed(threadId, text)
    },
  }
}
