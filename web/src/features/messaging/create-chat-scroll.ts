import { isNearEnd, type Place, placeIn } from '../../ui/near-end.ts'

/** Heights of the visible part from an end of what is held, within which more is asked for. */
const AHEAD = 1.5

interface Anchor {
  readonly line: string
  /** Its lower edge: the heading over a day's first message goes away when older ones of that day come. */
  readonly bottom: number
  /** How far was scrolled then: what is scrolled since is the reader's will. */
  readonly scrollTop: number
}

/** The first line that can be seen, and where it stands. Lines lie below each other, so half of them are passed over each time. */
function anchorIn(scroller: HTMLElement): Anchor | null {
  const lines = scroller.querySelectorAll<HTMLElement>('[data-line]')
  const edge = scroller.getBoundingClientRect().top
  let [low, high] = [0, lines.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.getBoundingClientRect().bottom ?? 0) > edge) high = middle
    else low = middle + 1
  }
  const line = lines[low]
  return line
    ? { line: line.dataset['line'] ?? '', bottom: line.getBoundingClientRect().bottom, scrollTop: scroller.scrollTop }
    : null
}

export interface ChatFacts {
  readonly hasOlder: boolean
  readonly hasNewer: boolean
  /** Of the newest line. */
  readonly lastId: string | undefined
  readonly isLastMine: boolean
  /** Where to open: the place of a line in its thread; null: at the end. */
  readonly startSeq: number | null
  readonly onOlder: () => void
  readonly onNewer: () => void
}

export interface ChatView {
  /** The reader is far from the end. */
  readonly isAway: boolean
  /** Something came below what they read. */
  readonly hasNews: boolean
}

/**
 * Keeps what one reads where it is while lines come above and below; follows the end while one is near it; asks for more before
 * the end of what is held is reached. Not every browser holds the place by itself.
 */
export function createChatScroll() {
  let scroller: HTMLElement | null = null
  let facts: ChatFacts | null = null
  let isPlaced = false
  let isStuck = true
  let anchor: Anchor | null = null
  let seen: Place = { scrollTop: 0, away: 0 }
  let view: ChatView = { isAway: false, hasNews: false }
  const watchers = new Set<() => void>()

  const show = (next: ChatView) => {
    if (next.isAway === view.isAway && next.hasNews === view.hasNews) return
    view = next
    for (const watcher of watchers) watcher()
  }

  const note = () => {
    if (!scroller || !facts || !isPlaced) return
    const { clientHeight } = scroller
    seen = placeIn(scroller)
    const { scrollTop, away } = seen
    isStuck = isNearEnd(seen, seen) && !facts.hasNewer
    anchor = anchorIn(scroller)
    show({ isAway: away > clientHeight || facts.hasNewer, hasNews: view.hasNews && !isStuck })
    if (scrollTop < clientHeight * AHEAD && facts.hasOlder) facts.onOlder()
    if (away < clientHeight * AHEAD && facts.hasNewer) facts.onNewer()
  }

  const settle = () => {
    if (!scroller || !isPlaced) return
    // Who reads above comes to the end by scrolling there, which `note` sees; not by lines that come or go meanwhile.
    isStuck &&= isNearEnd(seen, placeIn(scroller))
    if (isStuck) scroller.scrollTop = scroller.scrollHeight
    else if (anchor) {
      const line = scroller.querySelector(`[data-line="${CSS.escape(anchor.line)}"]`)
      const scrolled = scroller.scrollTop - anchor.scrollTop
      const moved = line ? line.getBoundingClientRect().bottom + scrolled - anchor.bottom : 0
      if (Math.abs(moved) >= 1) scroller.scrollTop += moved
    }
    note()
  }

  /** Where it opens: at the sought or first unread line, a quarter below the top; else at the end. */
  const place = (element: HTMLElement, startSeq: number | null) => {
    const start = startSeq === null ? null : element.querySelector(`[data-seq="${startSeq}"]`)
    isPlaced = true
    if (!start) return settle()
    const below = start.getBoundingClientRect().top - element.getBoundingClientRect().top
    element.scrollTop += below - element.clientHeight / 4
    note()
  }

  const toEnd = () => {
    if (!scroller) return
    scroller.scrollTop = scroller.scrollHeight
    note()
  }

  return {
    /** As the ref of what scrolls. Pictures come, the keyboard opens, the field grows: what one reads stays. */
    attach(element: HTMLElement | null) {
      if (!element) return
      scroller = element
      const observer = new ResizeObserver(settle)
      for (const each of [element, ...element.children]) observer.observe(each)
      return () => {
        observer.disconnect()
        scroller = null
      }
    },
    /** After each change of what is shown. */
    update(next: ChatFacts) {
      const before = facts
      facts = next
      if (!scroller) return
      if (!isPlaced) return place(scroller, next.startSeq)
      const isNew = before !== null && before.lastId !== undefined && next.lastId !== undefined && before.lastId !== next.lastId
      if (isNew && next.isLastMine) return toEnd()
      settle()
      if (isNew && !isStuck && !next.hasNewer) show({ ...view, hasNews: true })
    },
    note,
    toEnd,
    /** From a key that is gone at the end. */
    takeFocus: () => scroller?.focus({ preventScroll: true }),
    view: () => view,
    watch(watcher: () => void) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
