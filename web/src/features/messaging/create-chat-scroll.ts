import { createObservable } from '../../platform/observable.ts'
import { isNearEnd, type ScrollPosition, readScrollPosition } from '../../ui/layout/near-end.ts'

/** Distance from an end of the loaded messages at which more are loaded, in heights of the scroller. */
const PRELOAD_HEIGHTS = 1.5

interface Anchor {
  readonly line: string
  /**
   * Lower edge of the line in pixels. The upper edge may move: a day heading disappears when older messages of that day
   * load.
   */
  readonly bottom: number
  /** Scroll position at the measurement. The difference to the current one is the user's own scrolling. */
  readonly scrollTop: number
}

/**
 * Returns the first visible line and its location, found by binary search; null while content above the lines is
 * visible.
 */
function findAnchor(scroller: HTMLElement): Anchor | null {
  const edge = scroller.getBoundingClientRect().top
  const lead = scroller.querySelector('[data-lead]')
  if (lead && lead.getBoundingClientRect().bottom > edge) return null
  const lines = scroller.querySelectorAll<HTMLElement>('[data-line]')
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
  /** The messages are loaded. */
  readonly isLoaded: boolean
  /**
   * Content above the messages scrolls with them. The chat then opens at the top, and only a button loads older
   * messages, because the user comes from above.
   */
  readonly hasLead: boolean
  readonly hasOlder: boolean
  readonly hasNewer: boolean
  /** Id of the newest line. */
  readonly lastId: string | undefined
  /** Id of the newest message that the user has sent and that is not acknowledged, shown or not. */
  readonly pendingId: string | undefined
  readonly isLastMine: boolean
  /** Seq of the message to open at; null opens at the end. */
  readonly startSeq: number | null
  readonly onOlder: () => void
  readonly onNewer: () => void
}

export interface ChatView {
  /** The user is more than one height away from the end. */
  readonly isAway: boolean
  /** A message arrived below the visible part. */
  readonly hasNews: boolean
}

/**
 * Keeps the visible lines in place while lines are added above and below, follows the end while the user is near it,
 * and loads more messages before the user reaches an end of the loaded ones. Scroll anchoring of browsers is not used:
 * not every browser has it.
 */
export function createChatScroll() {
  let scroller: HTMLElement | null = null
  let facts: ChatFacts | null = null
  /** Id of the sent message to which the chat scrolls as soon as it is the newest line. */
  let awaited: string | undefined
  /** Ids of the sent messages to which the chat has scrolled. */
  const reached = new Set<string>()
  /** Seq of the message to show as soon as it is loaded. */
  let sought: number | null = null
  /** The chat scrolls to its end as soon as its newest messages are shown. */
  let seeksEnd = false
  let isOpened = false
  let hasScrolled = false
  let followsEnd = true
  let anchor: Anchor | null = null
  let seen: ScrollPosition = { scrollTop: 0, away: 0 }
  const view = createObservable<ChatView>({ isAway: false, hasNews: false })

  const setView = (next: ChatView) => {
    const { isAway, hasNews } = view.get()
    if (next.isAway !== isAway || next.hasNews !== hasNews) view.set(next)
  }

  const readView = () => {
    if (!scroller || !facts || !isOpened) return
    const { clientHeight } = scroller
    seen = readScrollPosition(scroller)
    const { scrollTop, away } = seen
    const isAtEnd = isNearEnd(seen, seen) && !facts.hasNewer
    // Content that loads below the top must not move a user who has just opened the page.
    followsEnd = isAtEnd && (hasScrolled || !facts.hasLead)
    anchor = findAnchor(scroller)
    const isAmongLines = !facts.hasLead || anchor !== null
    setView({ isAway: isAmongLines && (away > clientHeight || facts.hasNewer), hasNews: view.get().hasNews && !isAtEnd })
    if (scrollTop < clientHeight * PRELOAD_HEIGHTS && facts.hasOlder && !facts.hasLead) facts.onOlder()
    if (away < clientHeight * PRELOAD_HEIGHTS && facts.hasNewer) facts.onNewer()
  }

  const keepPosition = () => {
    if (!scroller || !isOpened) return
    // Lines that appear or disappear do not start following the end. Only scrolling does.
    followsEnd &&= isNearEnd(seen, readScrollPosition(scroller))
    if (followsEnd) scroller.scrollTop = scroller.scrollHeight
    else if (anchor) {
      const line = scroller.querySelector(`[data-line="${CSS.escape(anchor.line)}"]`)
      const scrolled = scroller.scrollTop - anchor.scrollTop
      const moved = line ? line.getBoundingClientRect().bottom + scrolled - anchor.bottom : 0
      if (Math.abs(moved) >= 1) scroller.scrollTop += moved
    }
    readView()
  }

  /**
   * Scrolls to the message with `startSeq`, a quarter of the height below the top; without it to the end or the lead.
   */
  const scrollToStart = (element: HTMLElement, { startSeq, hasLead }: ChatFacts) => {
    followsEnd = !hasLead
    isOpened = true
    if (startSeq === null || !showLine(element, startSeq)) keepPosition()
  }

  /** Scrolls to a message, a quarter of the height below the top. @returns false if it is not shown */
  const showLine = (element: HTMLElement, seq: number): boolean => {
    const line = element.querySelector(`[data-seq="${seq}"]`)
    if (!line) return false
    const below = line.getBoundingClientRect().top - element.getBoundingClientRect().top
    element.scrollTop += below - element.clientHeight / 4
    readView()
    return true
  }

  const scrollToEnd = () => {
    if (!scroller) return
    scroller.scrollTop = scroller.scrollHeight
    hasScrolled = true
    readView()
  }

  return {
    /**
     * Ref callback of the scroller. Observes its size: loaded pictures, the on-screen keyboard and a growing field
     * change it.
     */
    attach(element: HTMLElement | null) {
      if (!element) return
      scroller = element
      const observer = new ResizeObserver(keepPosition)
      for (const observed of [element, ...element.children]) observer.observe(observed)
      return () => {
        observer.disconnect()
        scroller = null
      }
    },
    /** Call after each render. */
    update(next: ChatFacts) {
      const before = facts
      facts = next
      if (!scroller || !next.isLoaded) return
      if (next.pendingId !== undefined && !isOpened) reached.add(next.pendingId)
      if (next.pendingId !== undefined && !reached.has(next.pendingId)) awaited = next.pendingId
      if (!isOpened) return scrollToStart(scroller, next)
      if (sought !== null && showLine(scroller, sought)) {
        sought = null
        return
      }
      if (seeksEnd && !next.hasNewer) {
        seeksEnd = false
        return scrollToEnd()
      }
      const isAdded = before !== null && before.isLoaded && before.lastId !== next.lastId && next.lastId !== undefined
      // With newer messages, the last line changes because the end of a long range was dropped.
      const isAtNewest = isAdded && !next.hasNewer && (next.hasLead || before.lastId !== undefined)
      // A user who reads older messages and sends one is moved to it.
      if (isAtNewest && next.lastId === awaited) {
        reached.add(next.lastId)
        awaited = undefined
        return scrollToEnd()
      }
      // With newer messages before, the last line changes because the reader has reached the newest page.
      const isNew = isAtNewest && !before.hasNewer
      const isReadAtEnd = next.hasLead && !next.hasNewer && isNearEnd(seen, readScrollPosition(scroller))
      if (isNew && (next.isLastMine || isReadAtEnd)) return scrollToEnd()
      keepPosition()
      if (isNew && !followsEnd) setView({ ...view.get(), hasNews: true })
    },
    /** Call when the user scrolls. */
    onScroll() {
      hasScrolled = true
      readView()
    },
    scrollToEnd,
    /** Scrolls to the newest message, which is loaded, now or as soon as it is shown. */
    seekEnd() {
      seeksEnd = facts?.hasNewer === true
      if (!seeksEnd) scrollToEnd()
    },
    /** Scrolls to a message now, or as soon as it is loaded. @returns whether it is loaded */
    openAt(seq: number): boolean {
      hasScrolled = true
      sought = scroller && showLine(scroller, seq) ? null : seq
      return sought === null
    },
    /** Moves the focus from a button that disappears at the end. */
    takeFocus: () => scroller?.focus({ preventScroll: true }),
    view,
  }
}
