import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end within which a reader counts as being there (specification, section 9). */
const CHAT_STICK_PX = 100

const distanceToEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => scrollHeight - scrollTop - clientHeight

interface Anchor {
  readonly line: string
  readonly top: number
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
  return line ? { line: line.dataset['line'] ?? '', top: line.getBoundingClientRect().top } : null
}

interface Chat {
  isLoaded: boolean
  hasOlder: boolean
  hasNewer: boolean
  /** Of the newest line. */
  lastId: string | undefined
  isLastMine: boolean
  /** Where to open: the place of a line in its thread; null: at the end. */
  startSeq: number | null
  onOlder: () => void
  onNewer: () => void
}

/**
 * Keeps what one reads where it is while lines come above and below; follows the end while one is near it; asks for more before
 * the end of what is held is reached.
 */
export function useChatScroll(scroller: RefObject<HTMLDivElement | null>, content: RefObject<HTMLDivElement | null>, chat: Chat) {
  const { isLoaded, hasOlder, hasNewer, lastId, isLastMine, startSeq, onOlder, onNewer } = chat
  const [isAway, setAway] = useState(false)
  const [hasNews, setNews] = useState(false)
  const state = useRef({ isStuck: true, anchor: null as Anchor | null, isPlaced: false, last: undefined as string | undefined })
  const latest = useRef(chat)
  useEffect(() => {
    latest.current = chat
  })

  const note = useCallback(() => {
    const element = scroller.current
    if (!element || !state.current.isPlaced) return
    const away = distanceToEnd(element)
    const isAtEnd = away <= CHAT_STICK_PX && !latest.current.hasNewer
    state.current.isStuck = isAtEnd
    state.current.anchor = anchorIn(element)
    setAway(away > element.clientHeight || latest.current.hasNewer)
    if (isAtEnd) setNews(false)
    if (element.scrollTop < element.clientHeight * 1.5 && latest.current.hasOlder) latest.current.onOlder()
    if (away < element.clientHeight * 1.5 && latest.current.hasNewer) latest.current.onNewer()
  }, [scroller])

  const settle = useCallback(() => {
    const element = scroller.current
    const { isStuck, anchor, isPlaced } = state.current
    if (!element || !isPlaced) return
    if (isStuck) element.scrollTop = element.scrollHeight
    else if (anchor) {
      const line = element.querySelector(`[data-line="${CSS.escape(anchor.line)}"]`)
      const moved = line ? line.getBoundingClientRect().top - anchor.top : 0
      if (Math.abs(moved) >= 1) element.scrollTop += moved
    }
    note()
  }, [scroller, note])

  // Where it opens: at the sought or first unread line, else at the end.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || !isLoaded || state.current.isPlaced) return
    const start = startSeq === null ? null : element.querySelector(`[data-seq="${startSeq}"]`)
    state.current.isPlaced = true
    if (start) {
      element.scrollTop += start.getBoundingClientRect().top - element.getBoundingClientRect().top - element.clientHeight / 4
      state.current.isStuck = false
    }
    if (start) note()
    else settle()
  }, [isLoaded, startSeq, scroller, note, settle])

  useLayoutEffect(settle)

  useEffect(() => {
    const { last } = state.current
    state.current.last = lastId
    if (!isLoaded || last === undefined || lastId === last || lastId === undefined) return
    if (isLastMine) {
      state.current.isStuck = true
      settle()
    } else if (!state.current.isStuck && !hasNewer) setNews(true)
  }, [isLoaded, lastId, isLastMine, hasNewer, settle])

  // Pictures come, the keyboard opens, the field grows: what one reads stays.
  useEffect(() => {
    const observer = new ResizeObserver(settle)
    for (const element of [scroller.current, content.current]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, content, settle, isLoaded])

  const toEnd = useCallback(() => {
    state.current.isStuck = true
    settle()
  }, [settle])

  return { isAway, hasNews, note, toEnd, hasOlder, onOlder, onNewer }
}
