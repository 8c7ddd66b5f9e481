import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { type ListEntry, positionOf } from '../../platform/store/list-entries.ts'
import { createViews } from '../../platform/store/views.ts'
import { messageEntity } from './messaging.entities.ts'
import { removedSeqOf } from './thread-store.ts'
import { WINDOW_MAX } from './window-max.ts'

/**
 * The shown range of a thread. Scrolling moves it over the messages of the store, so that the number of elements does
 * not grow with the length of the thread. The server's seqs have no gaps (decisions/0202), so that a gap is a message
 * that was not loaded.
 */
export interface ChatRange {
  /** Seq of the first message. */
  readonly from: number
  /** Seq of the last message; null: up to the end of the thread, including future messages. */
  readonly to: number | null
  readonly hasOlder: boolean
  /** The era of the store ({@link EntityStore.era}) in which it was read. */
  readonly era: number
}

/** The loaded messages of a thread, oldest first. */
export interface ChatWindow {
  readonly items: readonly Message[]
  readonly hasOlder: boolean
  readonly hasNewer: boolean
}

type Entries = readonly ListEntry[]

const indexOf = (entries: Entries, seq: number) => positionOf(entries, { order: seq, id: '' })

/**
 * Returns the seq of the first message of the contiguous run that ends before `seq`; `seq` itself if there is no such
 * run.
 */
export function runBefore(entries: Entries, seq: number): number {
  let first = seq
  for (let index = indexOf(entries, seq) - 1; index >= 0 && entries[index]?.order === first - 1; index--) first -= 1
  return first
}

/**
 * Returns the seq of the last message of the contiguous run that begins at `seq`; `seq - 1` if there is no such run.
 */
function runFrom(entries: Entries, seq: number): number {
  let last = seq - 1
  for (let index = indexOf(entries, seq); entries[index]?.order === last + 1; index++) last += 1
  return last
}

const entriesIn = (entries: Entries, { from, to }: ChatRange) =>
  entries.slice(indexOf(entries, from), to === null ? undefined : indexOf(entries, to + 1))

const windowView = createViews<ChatWindow>()
const withoutQuote = createViews<Message>()

/**
 * Returns the messages of a range without removed ones and quotes of these, which a slow disk may add late. It is the same object
 * until one of them changes.
 */
export function chatWindow(store: EntityStore, threadId: string, range: ChatRange): ChatWindow {
  const removedSeq = removedSeqOf(store, threadId)
  const from = Math.max(range.from, removedSeq + 1)
  const all = entriesIn(store.list(messageEntity, threadId), { ...range, from })
  const items = all.slice(-WINDOW_MAX).flatMap(({ id }) => {
    const message = store.get(messageEntity, id)
    if (!message?.quote || message.quote.seq > removedSeq) return message ?? []
    return withoutQuote(store, message, [], () => {
      const { quote: _quote, ...rest } = message
      return rest
    })
  })
  return windowView(store, range, [removedSeq, ...items], () => ({
    items,
    hasOlder: (range.hasOlder && range.from > removedSeq + 1) || all.length > WINDOW_MAX,
    hasNewer: range.to !== null,
  }))
}

/** Adds the messages from `first` on, which are older. */
export function withOlder(entries: Entries, range: ChatRange, first: number): ChatRange {
  const older = { ...range, from: first }
  const last = entriesIn(entries, older)[WINDOW_MAX - 1]
  const isLonger = entriesIn(entries, older).length > WINDOW_MAX
  return isLonger && last ? { ...older, to: last.order } : older
}

/** Adds the messages up to `last`, which are newer; null: up to the end of the thread. */
export function withNewer(entries: Entries, range: ChatRange, last: number | null): ChatRange {
  const newer = { ...range, to: last }
  const shown = entriesIn(entries, newer)
  const first = shown.at(-WINDOW_MAX)
  return shown.length > WINDOW_MAX && first ? { ...newer, from: first.order, hasOlder: true } : newer
}

/** Whether a message is missing inside the window: events may arrive out of order. */
export const hasGap = ({ items }: ChatWindow): boolean =>
  items.some((message, index) => index > 0 && message.seq !== (items[index - 1]?.seq ?? 0) + 1)

/**
 * Merges the range of the refetched newest page with the shown range. If more than a page was missed, there is a gap
 * between the two: the result is the newest page alone, and the missed messages load as older ones.
 */
export function withNewest(entries: Entries, shown: ChatRange | undefined, newest: ChatRange): ChatRange {
  if (!shown || shown.era !== newest.era) return newest
  if (shown.to !== null) return shown
  const isTouching = newest.from <= runFrom(entries, shown.from) + 1
  return isTouching && shown.from <= newest.from ? shown : newest
}
