import type { Message } from '@noroshi/contract/messaging/messaging.http'

/**
 * The loaded part of a thread: messages without a gap, the oldest first. Scrolling loads older and newer messages and drops
 * messages at the far end, so that the memory use does not grow with the length of the thread.
 */
export interface ChatWindow {
  readonly items: readonly Message[]
  readonly hasOlder: boolean
  readonly hasNewer: boolean
}

/** Max loaded messages of one thread; six pages of the list. */
export const WINDOW_MAX = 300

const bySeq = (a: Message, b: Message) => a.seq - b.seq

/** Merges two lists without duplicates, ordered by seq. Of two copies of a message, the higher version wins. */
export function mergeMessages(known: readonly Message[], more: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of more) {
    const before = byId.get(message.id)
    if (!before || before.version <= message.version) byId.set(message.id, message)
  }
  return [...byId.values()].sort(bySeq)
}

const withoutOldest = (window: ChatWindow): ChatWindow =>
  window.items.length <= WINDOW_MAX ? window : { ...window, items: window.items.slice(-WINDOW_MAX), hasOlder: true }

/** Adds a page of older messages. */
export function withOlder(window: ChatWindow, page: readonly Message[], hasOlder: boolean): ChatWindow {
  const items = mergeMessages(window.items, page)
  return items.length <= WINDOW_MAX
    ? { ...window, items, hasOlder }
    : { items: items.slice(0, WINDOW_MAX), hasOlder, hasNewer: true }
}

/** Adds a page of newer messages. */
export const withNewer = (window: ChatWindow, page: readonly Message[], hasNewer: boolean): ChatWindow =>
  withoutOldest({ ...window, items: mergeMessages(window.items, page), hasNewer })

/** Adds a message that was received by event or just sent. Does nothing while the end of the thread is not loaded. */
export function withReceived(window: ChatWindow, message: Message): ChatWindow {
  if (window.hasNewer || window.items.some(({ id }) => id === message.id)) return window
  const first = window.items[0]
  if (first && message.seq < first.seq && window.hasOlder) return window
  return withoutOldest({ ...window, items: mergeMessages(window.items, [message]) })
}

/** Replaces a loaded message by a newer version. */
export const withChanged = (window: ChatWindow, message: Message): ChatWindow =>
  window.items.some(({ id, version }) => id === message.id && version < message.version)
    ? { ...window, items: mergeMessages(window.items, [message]) }
    : window

/** Whether a message is missing inside the window: events may arrive out of order. */
export const hasGap = ({ items }: ChatWindow): boolean =>
  items.some((message, index) => index > 0 && message.seq !== (items[index - 1]?.seq ?? 0) + 1)

/**
 * Merges a refetched newest page with the loaded window. If more than a page was missed, the two do not touch: the result is
 * the newest page alone, and the missed messages load as older ones.
 */
export function withNewest(loaded: ChatWindow | undefined, newest: ChatWindow): ChatWindow {
  if (!loaded || loaded.items.length === 0) return newest
  if (loaded.hasNewer) return loaded
  const [first] = newest.items
  const last = loaded.items.at(-1)
  if (first && last && first.seq > last.seq + 1) return newest
  return withoutOldest({ items: mergeMessages(loaded.items, newest.items), hasOlder: loaded.hasOlder, hasNewer: false })
}
