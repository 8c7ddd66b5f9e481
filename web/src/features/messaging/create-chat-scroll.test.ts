import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ChatFacts, createChatScroll } from './create-chat-scroll.ts'

const VISIBLE = 600

/** What a browser tells of something that scrolls; its events are left to the test. */
function scrollerOf(scrollHeight: number) {
  let top = 0
  const sizes = { scrollHeight, clientHeight: VISIBLE }
  const scroller = {
    children: [],
    querySelectorAll: () => [],
    getBoundingClientRect: () => ({ top: 0, bottom: VISIBLE }),
    get scrollHeight() {
      return sizes.scrollHeight
    },
    clientHeight: VISIBLE,
    get scrollTop() {
      return Math.min(top, sizes.scrollHeight - VISIBLE)
    },
    set scrollTop(next: number) {
      top = Math.max(0, Math.min(next, sizes.scrollHeight - VISIBLE))
    },
  }
  // The scroll reads and sets no more of an element than this.
  return { scroller: scroller as unknown as HTMLElement, sizes }
}

const facts = (lastId: string): ChatFacts => ({
  hasOlder: false,
  hasNewer: false,
  lastId,
  isLastMine: false,
  startSeq: null,
  onOlder: () => undefined,
  onNewer: () => undefined,
})

function opened(scrollHeight = 3000) {
  const { scroller, sizes } = scrollerOf(scrollHeight)
  const scroll = createChatScroll()
  scroll.attach(scroller)
  scroll.update(facts('1'))
  return { scroll, scroller, sizes, away: () => sizes.scrollHeight - scroller.scrollTop - VISIBLE }
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('opens at the end and follows it', () => {
  const { scroll, sizes, away } = opened()
  expect(away()).toBe(0)
  sizes.scrollHeight += 500
  scroll.update(facts('2'))
  expect(away()).toBe(0)
  expect(scroll.view()).toEqual({ isAway: false, hasNews: false })
})

it('leaves a reader who scrolls up where they are, also when news come before the event of their scrolling', () => {
  const { scroll, scroller, sizes, away } = opened()
  scroller.scrollTop -= 900
  sizes.scrollHeight += 50
  scroll.update(facts('2'))
  expect(away()).toBe(950)
  scroll.note()
  expect(scroll.view()).toEqual({ isAway: true, hasNews: true })
})

it('follows the end for a reader within 100 pixels of it, whatever comes', () => {
  const { scroll, scroller, sizes, away } = opened()
  scroller.scrollTop -= 80
  sizes.scrollHeight += 500
  scroll.update(facts('2'))
  expect(away()).toBe(0)
})

it('stays at the end when what stood there goes away and comes again', () => {
  const { scroll, sizes, away } = opened()
  sizes.scrollHeight -= 300
  scroll.update(facts('1'))
  sizes.scrollHeight += 300
  scroll.update(facts('1'))
  expect(away()).toBe(0)
})

it('goes to the end when asked to, and for what one wrote oneself', () => {
  const { scroll, scroller, sizes, away } = opened()
  scroller.scrollTop -= 900
  scroll.note()
  scroll.toEnd()
  expect(away()).toBe(0)
  expect(scroll.view()).toEqual({ isAway: false, hasNews: false })
  scroller.scrollTop -= 900
  scroll.note()
  sizes.scrollHeight += 50
  scroll.update({ ...facts('2'), isLastMine: true })
  expect(away()).toBe(0)
})
