import type { Message } from '@noroshi/contract/messaging/messaging.http'

/**
 * The part of a thread that this page holds: messages without a gap, the oldest first. What lies above and below is asked
 * for when it is scrolled to, and the far end is let go of, so that a thread of any length takes the same room.
 */
export interface ChatWindow {
  readonly items: readonly Message[]
  readonly hasOlder: boolean
  readonly hasNewer: boolean
}

/** Messages that a page holds of one thread; six pages of the list. */
export const WINDOW_MAX = 300

const bySeq = (a: Message, b: Message) => a.seq - b.seq

/** Both, each message once, in the thread's order; of two copies the newer version. */
export function merged(known: readonly Message[], more: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of more) {
    const before = byId.get(message.id)
    if (!before || before.version <= message.version) byId.set(message.id, message)
  }
  return [...byId.values()].sort(bySeq)
}

const withoutOldest = (window: ChatWindow): ChatWindow =>
  window.items.length <= WINDOW_MAX ? window : { ...window, items: window.items.slice(-WINDOW_MAX), hasOlder: true }

/** A page above what is held. */
export function withOlder(window: ChatWindow, page: readonly Message[], hasOlder: boolean): ChatWindow {
  const items = merged(window.items, page)
  return items.length <= WINDOW_MAX
    ? { ...window, items, hasOlder }
    : { items: items.slice(0, WINDOW_MAX), hasOlder, hasNewer: true }
}

/** A page below what is held. */
export const withNewer = (window: ChatWindow, page: readonly Message[], hasNewer: boolean): ChatWindow =>
  withoutOldest({ ...window, items: merged(window.items, page), hasNewer })

/** A message that was announced or just sent. Where the end of the thread is not held, it waits there. */
export function withAnnounced(window: ChatWindow, message: Message): ChatWindow {
  if (window.hasNewer || window.items.some(({ id }) => id === message.id)) return window
  const first = window.items[0]
  if (first && message.seq < first.seq && window.hasOlder) return window
  return withoutOldest({ ...window, items: merged(window.items, [message]) })
}

/** Whether something between is missing: a message came before the one below it. */
export const hasGap = ({ items }: ChatWindow): boolean =>
  items.some((message, index) => index > 0 && message.seq !== (items[index - 1]?.seq ?? 0) + 1)

/**
 * The newest page as it was just answered, beside what was held meanwhile. Where they do not meet, more was missed than a page
 * holds: the newest is shown, and the rest lies above it as history.
 */
export function withNewest(held: ChatWindow | undefined, newest: ChatWindow): ChatWindow {
  if (!held || held.items.length === 0) return newest
  if (held.hasNewer) return held
  const [first] = newest.items
  const last = held.items.at(-1)
  if (first && last && first.seq > last.seq + 1) return newest
  return withoutOldest({ items: merged(held.items, newest.items), hasOlder: held.hasOlder, hasNewer: false })
}
