import type { ThreadDraft } from '@noroshi/contract/messaging/thread-draft'

/** The draft of a thread on this device. */
export interface DraftState {
  readonly text: string
  /** The newest draft that the server has reported. Version 0: none. */
  readonly known: ThreadDraft
  /** The user has typed since the last request that the server confirmed. */
  readonly isTyped: boolean
  /**
   * The text of the last request and the version that was known before it, while its outcome is unknown. It stays if the
   * page is closed before the reply.
   */
  readonly sent: { readonly text: string; readonly after: number } | null
}

/** Whether the text of this device must still be sent. Also a text that was typed before the user was known. */
export const isUnsynced = ({ text, known, isTyped }: DraftState): boolean => isTyped || text !== known.text

/** Whether the server may have the text, because its request has no outcome. */
export const isInDoubt = ({ text, sent }: DraftState): boolean => text === sent?.text

/**
 * Applies a draft of the server, from an event or a list. A text that was typed here and not sent yet stays. One that was
 * sent by a page that was closed before the reply counts as the server's.
 * @param isSending this page waits for the reply
 */
export function withReceived(state: DraftState, draft: ThreadDraft, isSending: boolean): DraftState {
  const { known, sent } = state
  const synced = { text: draft.text, known: draft, isTyped: false, sent: null }
  if (!isSending && sent && isInDoubt(state)) return draft.version > sent.after && draft.version >= known.version ? synced : state
  if (draft.version <= known.version) return state
  return isUnsynced(state) ? { ...state, known: draft, isTyped: true } : synced
}

/**
 * Applies the confirmation of a sent draft. Unless the user has typed since, a newer draft of another device that
 * arrived meanwhile replaces the text.
 */
export function withConfirmed(state: DraftState, draft: ThreadDraft): DraftState {
  const known = draft.version >= state.known.version ? draft : state.known
  const isSynced = state.text === draft.text || !state.isTyped // another tab has replaced the text
  return isSynced ? { text: known.text, known, isTyped: false, sent: null } : { ...state, known, isTyped: true, sent: null }
}
