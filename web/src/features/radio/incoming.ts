import { RADIO_POPUP_MS } from '@noroshi/contract/limits'
import type { EventPayload } from '@noroshi/contract/realtime'
import { currentUser } from '../../platform/session/current-user.ts'
import { addLive, onEvent } from '../../platform/connection/live.ts'
import { createObservable, useObservable } from '../../platform/observable.ts'
import { serverNow } from '../../platform/connection/server-time.ts'
import { radioLive } from './radio.live.ts'

// Registers the events before the first query of radio chats, so that none is missed.
addLive(radioLive)

export type Incoming = EventPayload<'asr-chat:new'>

/** The newest radio chat that another user started. */
const incoming = createObservable<Incoming | null>(null)

/** Returns the milliseconds for which the popup of a radio chat is still shown. */
export const remainingMs = ({ radioChat: { startedAt } }: Incoming): number =>
  Math.min(RADIO_POPUP_MS, Date.parse(startedAt) + RADIO_POPUP_MS - serverNow())

// Not in a component: the event that loads this code is reported before the popup is mounted.
onEvent('asr-chat:new', (next) => {
  if (next.radioChat.startedBy.id !== currentUser()?.id && remainingMs(next) > 0) incoming.set(next)
})
onEvent('asr-chat:updated', ({ id, members, endedAt }) => {
  // The user may have joined on another device.
  const isOver = endedAt !== null || members.some((member) => member.id === currentUser()?.id)
  if (isOver && incoming.get()?.radioChat.id === id) incoming.set(null)
})

export const closeIncoming = (): void => incoming.set(null)

export const useIncoming = (): Incoming | null => useObservable(incoming)
