import { createContext, useContext } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import type { RadioRoom, RadioView } from './media/radio-room.ts'

/** The radio chat of a page and of its history. */
export interface OpenRadio {
  readonly thread: MessageThread
  /** Name of the group or of the other member. */
  readonly name: string
  readonly myId: string
  readonly room: RadioRoom
  readonly view: RadioView
}

export const RadioContext = createContext<OpenRadio | null>(null)

/** Returns the radio chat of the page. Use it only below the screen of a radio chat. */
export function useRadio(): OpenRadio {
  const radio = useContext(RadioContext)
  if (!radio) throw new Error('there is no radio chat')
  return radio
}
