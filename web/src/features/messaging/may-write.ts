import { createContext, use } from 'react'
import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'

/** The user of the page. A thread may come from the disk before the server has named them. */
const USER: Viewer = { id: '', isAdmin: false }

/** Returns whether the user may write to a thread: they have accepted it, and neither member blocks the other. */
export const mayWriteTo = ({ hasAccepted, blockedBy }: MessageThread): boolean =>
  hasAccepted === true && can(USER, 'thread:write', { isMember: true, isBlocked: blockedBy.length > 0 })

/** Whether the user may write to the chat that contains a component. The screen of the chat provides it. */
export const MayWrite = createContext(false)

export const useMayWrite = (): boolean => use(MayWrite)
