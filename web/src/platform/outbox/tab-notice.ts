/** A message of a tab or of the service worker to the other tabs. `changed`: the stored entries changed. */
export type TabNotice =
  | { readonly type: 'changed' }
  | { readonly type: 'sent'; readonly id: string; readonly revision: number; readonly reply: unknown }

/** Name of the broadcast channel of these messages. */
export const OUTBOX_CHANNEL = 'noroshi-outbox'
