import type { ComponentType, ReactNode } from 'react'
import type { Message } from '@noroshi/contract/messaging/messaging.http'

/** A transmission as the user sees it: with their unsent changes. */
export interface TransmissionLine {
  readonly message: Message
  /** In the place of a transmission that is deleted or that the user has hidden; null for any other. */
  readonly note: ReactNode
  /** Below the transcript. */
  readonly reactions: ReactNode
}

interface Props {
  readonly messages: readonly Message[]
  /** The element with the lines, whose `data-seq` is that of their message; null until it is mounted. */
  readonly stream: HTMLElement | null
  readonly children: (lines: readonly TransmissionLine[]) => ReactNode
}

/** The menu of transmissions and what it changes, which messaging has: a screen joins both, because features are apart. */
export type TransmissionTools = ComponentType<Props>
