import { createContext, use } from 'react'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { UnsentChange } from '../messaging.payload.ts'

/** What the lines of a chat do with its messages. */
export interface MessageActions {
  /** The viewer may react and vote. */
  readonly mayReact: boolean
  /** Sets the own reaction; null takes it back. */
  readonly react: (message: Message, emoji: string | null) => void
  readonly change: (message: Message, change: UnsentChange['change']) => void
  readonly showReactions: (message: Message) => void
  readonly showVersions: (message: Message) => void
  /** The ids of the selected messages; null while none are selected. */
  readonly selected: ReadonlySet<string> | null
  /** Selects a message, or ends its selection. */
  readonly select: (message: Message) => void
  /** Shows a message of the chat. */
  readonly openMessage: (seq: number) => void
}

const nothing = () => undefined

export const MessageActionsContext = createContext<MessageActions>({
  mayReact: false,
  react: nothing,
  change: nothing,
  showReactions: nothing,
  showVersions: nothing,
  selected: null,
  select: nothing,
  openMessage: nothing,
})

export const useMessageActions = (): MessageActions => use(MessageActionsContext)
