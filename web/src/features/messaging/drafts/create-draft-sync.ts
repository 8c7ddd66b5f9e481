import type { ThreadDraft } from '@noroshi/contract/messaging/thread-draft'
import { type DraftState, isInDoubt, isUnsynced, withConfirmed, withReceived } from './draft-state.ts'

/** Milliseconds after the last key press until a draft is sent. */
const TYPED_MS = 2_000
/** Milliseconds until a draft is sent again whose request failed. */
const REPEAT_MS = 30_000

interface Ports {
  /** The user whose drafts are read and written now; null without one. */
  readonly owner: () => string | null
  readonly read: (threadId: string) => DraftState
  readonly write: (threadId: string, state: DraftState) => void
  readonly send: (threadId: string, text: string) => Promise<ThreadDraft>
  /** Whether a request is likely to reach the server. */
  readonly isOnline: () => boolean
  /** Whether a failed request may succeed later. */
  readonly isTemporary: (error: unknown) => boolean
}

/** Sends the drafts of this device to the server, and applies those of the user's other devices (decisions/0019). */
export function createDraftSync({ owner, read, write, send, isOnline, isTemporary }: Ports) {
  /** The timers of the threads whose draft is to be sent. */
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const sending = new Set<string>()

  function schedule(threadId: string, ms: number) {
    clearTimeout(timers.get(threadId))
    timers.set(
      threadId,
      setTimeout(() => void flush(threadId), ms),
    )
  }

  /**
   * Sends the draft of a thread now, unless the server has it. While a request runs, its end sends the draft.
   * @param isListed the server's drafts were received, so that a text in doubt did not reach it
   */
  async function flush(threadId: string, isListed = false): Promise<void> {
    clearTimeout(timers.get(threadId))
    timers.delete(threadId)
    const sender = owner()
    if (sender === null || sending.has(threadId)) return
    const state = read(threadId)
    if (!isUnsynced(state) || (isInDoubt(state) && !isListed)) return
    const { text, known } = state
    sending.add(threadId)
    // If the page is closed before the reply, the server probably has the text, unless there is no connection.
    write(threadId, { ...state, isTyped: true, sent: isOnline() ? { text, after: known.version } : null })
    let repeatAfter: number | null = null
    try {
      const draft = await send(threadId, text)
      if (owner() !== sender) return
      const confirmed = withConfirmed(read(threadId), draft)
      write(threadId, confirmed)
      if (isUnsynced(confirmed)) repeatAfter = TYPED_MS
    } catch (error) {
      // A draft that the server refuses stays on this device.
      if (owner() === sender) write(threadId, { ...read(threadId), sent: null })
      if (isTemporary(error)) repeatAfter = REPEAT_MS
    } finally {
      sending.delete(threadId)
    }
    if (repeatAfter !== null && owner() === sender) schedule(threadId, repeatAfter)
  }

  return {
    /** Called when the user has changed a text. An empty one, such as after sending, is sent at once. */
    typed(threadId: string, text: string) {
      if (owner() === null) return
      const state = read(threadId)
      if (!state.isTyped) write(threadId, { ...state, isTyped: true })
      schedule(threadId, text === '' ? 0 : TYPED_MS)
    },
    /** Applies a draft that the server has reported. */
    receive(threadId: string, draft: ThreadDraft) {
      if (owner() === null) return
      const state = read(threadId)
      const next = withReceived(state, draft, sending.has(threadId))
      if (next !== state) write(threadId, next)
      if (isUnsynced(next) && !timers.has(threadId)) schedule(threadId, TYPED_MS)
    },
    flush: (threadId: string) => flush(threadId),
    /** Sends the drafts that wait. */
    flushWaiting() {
      for (const threadId of timers.keys()) void flush(threadId)
    },
    /** Sends those of `threadIds` that the server does not have. Call it after its drafts were received. */
    flushListed(threadIds: readonly string[]) {
      for (const threadId of threadIds) void flush(threadId, true)
    },
  }
}
