import type { PushPayload } from '@noroshi/contract/push/push.payload'

/** The data of a notification that the service worker shows. Pages read it too. */
export interface NotificationData {
  /** null: a notification without a subject. */
  readonly payload: PushPayload | null
  /** Whether it shows the outcome of an event or of an answer. */
  readonly isOutcome: boolean
  /** Id of the entry of the outbox that sends the answer of the user later; null: nothing is unsent. */
  readonly entryId: string | null
}
