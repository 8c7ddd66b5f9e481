/** A report of a tab or of the service worker to the other tabs. `changed`: the stored entries changed. */
export type TabNotice =
  | { readonly type: 'changed' }
  | { readonly type: 'sent'; readonly id: string; readonly revision: number; readonly reply: unknown }

/** Name of the channel of these reports. */
export const OUTBOX_CHANNEL = 'noroshi-outbox'
