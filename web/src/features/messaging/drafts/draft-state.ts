import type { ThreadDraft } from '@noroshi/contract/messaging/thread-drafts.http'

/** The draft of a thread on this device. */
export interface DraftState {
  readonly text: string
  /** The newest draft that the server has reported. Version 0: none. */
  readonly known: ThreadDraft
  /** The user has typed since the last request that the server confirmed. */
  readonly isTyped: boolean
}

/** Whether the text of this device must still be sent. Also a text that was typed before the user was known. */
export const isUnsynced = ({ text, known, isTyped }: DraftState): boolean => isTyped || text !== known.text

/** Applies a draft of the server, from an event or a list. A text that was typed here and not sent yet stays. */
export function withReceived(state: DraftState, draft: ThreadDraft): DraftState {
  if (draft.version <= state.known.version) return state
  return isUnsynced(state) ? { ...state, known: draft, isTyped: true } : { text: draft.text, known: draft, isTyped: false }
}

/**
 * Applies the confirmation of a sent draft. If the text is still the sent one, a newer draft of another device that
 * arrived meanwhile replaces it.
 */
export function withConfirmed(state: DraftState, sent: ThreadDraft): DraftState {
  const known = sent.version >= state.known.version ? sent : state.known
  return state.text === sent.text ? { text: known.text, known, isTyped: false } : { ...state, known, isTyped: true }
}
