import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ChatFacts, createChatScroll } from './create-chat-scroll.ts'

const VISIBLE = 600

/** Imitates the scroll state of an element. The test calls the event handlers itself. */
function createScroller(scrollHeight: number) {
  let top = 0
  const sizes = { scrollHeight, clientHeight: VISIBLE }
  const scroller = {
    children: [],
    querySelector: () => null,
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
  // `as`: createChatScroll uses no other members of the element.
  return { scroller: scroller as unknown as HTMLElement, sizes }
}

const facts = (lastId: string): ChatFacts => ({
  isLoaded: true,
  hasLead: false,
  hasOlder: false,
  hasNewer: false,
  lastId,
  pendingId: undefined,
  isLastMine: false,
  startSeq: null,
  onOlder: () => undefined,
  onNewer: () => undefined,
})

function openChat(scrollHeight = 3000) {
  const { scroller, sizes } = createScroller(scrollHeight)
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

it('a chat opens at the end and follows it', () => {
  const { scroll, sizes, away } = openChat()
  expect(away()).toBe(0)
  sizes.scrollHeight += 500
  scroll.update(facts('2'))
  expect(away()).toBe(0)
  expect(scroll.view.get()).toEqual({ isAway: false, hasNews: false })
})

it('a message that arrives before the scroll event does not move a user that scrolled up', () => {
  const { scroll, scroller, sizes, away } = openChat()
  scroller.scrollTop -= 900
  sizes.scrollHeight += 50
  scroll.update(facts('2'))
  expect(away()).toBe(950)
  scroll.onScroll()
  expect(scroll.view.get()).toEqual({ isAway: true, hasNews: true })
})

it('the chat follows the end for a user within 100 pixels of it', () => {
  const { scroll, scroller, sizes, away } = openChat()
  scroller.scrollTop -= 80
  sizes.scrollHeight += 500
  scroll.update(facts('2'))
  expect(away()).toBe(0)
})

it('the chat stays at the end when its content shrinks and grows', () => {
  const { scroll, sizes, away } = openChat()
  sizes.scrollHeight -= 300
  scroll.update(facts('1'))
  sizes.scrollHeight += 300
  scroll.update(facts('1'))
  expect(away()).toBe(0)
})

it('scrollToEnd and an own message scroll to the end', () => {
  const { scroll, scroller, sizes, away } = openChat()
  scroller.scrollTop -= 900
  scroll.onScroll()
  scroll.scrollToEnd()
  expect(away()).toBe(0)
  expect(scroll.view.get()).toEqual({ isAway: false, hasNews: false })
  scroller.scrollTop -= 900
  scroll.onScroll()
  sizes.scrollHeight += 50
  scroll.update({ ...facts('2'), isLastMine: true })
  expect(away()).toBe(0)
})

it('a reader far above the end stays there when the end of a long range with own messages is dropped', () => {
  const { scroll, scroller } = openChat()
  scroller.scrollTop = 300
  scroll.onScroll()
  scroll.update({ ...facts('0'), isLastMine: true, hasNewer: true })
  expect(scroller.scrollTop).toBe(300)
  expect(scroll.view.get()).toEqual({ isAway: true, hasNews: false })
})

it('a reader who reaches the newest page by scrolling stays there, also when its last message is an own one', () => {
  const { scroll, scroller } = openChat()
  scroller.scrollTop = 300
  scroll.onScroll()
  scroll.update({ ...facts('0'), hasNewer: true })
  scroll.update({ ...facts('9'), isLastMine: true })
  expect(scroller.scrollTop).toBe(300)
  expect(scroll.view.get()).toEqual({ isAway: true, hasNews: false })
})

it('a user who sends a message while reading older ones is moved to it once, when the newest page is loaded', () => {
  const { scroll, scroller, away } = openChat()
  const readOlder = () => {
    scroller.scrollTop = 300
    scroll.onScroll()
    scroll.update({ ...facts('0'), hasNewer: true })
  }
  readOlder()
  scroll.update({ ...facts('0'), hasNewer: true, pendingId: 'sent' })
  expect(scroller.scrollTop).toBe(300)
  scroll.update({ ...facts('sent'), isLastMine: true })
  expect(away()).toBe(0)
  readOlder()
  scroll.update({ ...facts('sent'), isLastMine: true })
  expect(scroller.scrollTop).toBe(300)
})

const withLead = (lastId: string | undefined, isLoaded = true): ChatFacts => ({
  ...facts(''),
  hasLead: true,
  isLoaded,
  lastId,
})

/** Opens a chat below other content, which is loaded before the messages. */
function openBelowLead(scrollHeight: number, lastId: string | null = '1') {
  const { scroller, sizes } = createScroller(VISIBLE)
  const scroll = createChatScroll()
  scroll.attach(scroller)
  scroll.update(withLead(undefined, false))
  sizes.scrollHeight = scrollHeight
  scroll.update(withLead(lastId ?? undefined))
  return { scroll, scroller, sizes, hasNews: () => scroll.view.get().hasNews }
}

it('a chat below other content opens at the top, and a message does not scroll it but is reported', () => {
  const { scroll, scroller, sizes, hasNews } = openBelowLead(1500)
  expect(scroller.scrollTop).toBe(0)
  expect(hasNews()).toBe(false)
  sizes.scrollHeight += 50
  scroll.update(withLead('2'))
  expect(scroller.scrollTop).toBe(0)
  expect(hasNews()).toBe(true)
})

it('a chat below other content scrolls to an own message', () => {
  const { scroll, scroller, sizes } = openBelowLead(1500)
  sizes.scrollHeight += 50
  scroll.update({ ...withLead('2'), isLastMine: true })
  expect(scroller.scrollTop).toBe(950)
})

it('a user who sees the whole page follows new messages, also the first one', () => {
  const { scroll, scroller, sizes, hasNews } = openBelowLead(VISIBLE, null)
  sizes.scrollHeight += 300
  scroll.update(withLead('1'))
  expect(scroller.scrollTop).toBe(300)
  expect(hasNews()).toBe(false)
  scroller.scrollTop = 0
  scroll.onScroll()
  sizes.scrollHeight += 50
  scroll.update(withLead('2'))
  expect(scroller.scrollTop).toBe(0)
  expect(hasNews()).toBe(true)
})

it('content that loads late does not move a user at the top, who then gets a notice of messages', () => {
  const { scroll, scroller, sizes, hasNews } = openBelowLead(VISIBLE)
  sizes.scrollHeight += 800
  scroll.update(withLead('1'))
  expect(scroller.scrollTop).toBe(0)
  sizes.scrollHeight += 50
  scroll.update(withLead('2'))
  expect(scroller.scrollTop).toBe(0)
  expect(hasNews()).toBe(true)
})

it('a user who scrolled to the end stays there when a picture loads', () => {
  const { scroll, scroller, sizes } = openBelowLead(1400)
  scroller.scrollTop = 800
  scroll.onScroll()
  sizes.scrollHeight += 300
  scroll.update(withLead('1'))
  expect(scroller.scrollTop).toBe(1100)
})

it('scrolling to the top of other content loads no older messages', () => {
  const { scroll, scroller } = openBelowLead(1500)
  const onOlder = vi.fn()
  scroll.update({ ...withLead('1'), hasOlder: true, onOlder })
  scroller.scrollTop = 0
  scroll.onScroll()
  expect(onOlder).not.toHaveBeenCalled()
  scroll.update({ ...facts('1'), hasOlder: true, onOlder })
  expect(onOlder).toHaveBeenCalled()
})

it('the newest messages that replace older ones are shown at their end, if the user went there', () => {
  const { scroll, scroller, sizes, away } = openChat()
  scroll.update({ ...facts('1'), hasNewer: true })
  scroller.scrollTop = 300
  scroll.onScroll()
  scroll.seekEnd()
  expect(scroller.scrollTop).toBe(300)
  sizes.scrollHeight += 500
  scroll.update(facts('90'))
  expect(away()).toBe(0)
})
