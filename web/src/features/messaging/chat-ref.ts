/** Identifies a chat. */
export interface ChatRef {
  readonly threadId: string
  /** The alert whose chat it is; null for personal chats and groups. */
  readonly alertId: string | null
}
