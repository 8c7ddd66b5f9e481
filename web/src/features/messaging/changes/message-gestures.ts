/** Milliseconds of a touch after which the menu opens. */
const HOLD_MS = 450
/** Pixels that a finger may tremble during a hold. */
const TREMBLE_PX = 10
/** Pixels of a swipe to the right that replies. */
const SWIPE_PX = 56
/** Max pixels by which a line follows the finger. */
const PULL_MAX_PX = 80
/** Elements with a menu or a gesture of their own. */
const OWN_MENU = 'a, audio, video, input, textarea, [role=slider]'

/** A line of the chat, by the seq of its message, and where its menu is to open in the window. */
export interface LinePlace {
  readonly seq: number
  readonly line: HTMLElement
  readonly x: number
  readonly y: number
}

interface Handlers {
  /** A long press, a right click or the context-menu key. */
  readonly openMenu: (place: LinePlace) => void
  readonly reply: (seq: number) => void
  /** A click on a line. @returns whether it is used up */
  readonly press: (seq: number) => boolean
  readonly mayReply: (seq: number) => boolean
  /** The mouse is over a line; null: over none. */
  readonly hover: (line: HTMLElement | null, seq: number) => void
}

interface Touch {
  readonly line: HTMLElement
  readonly seq: number
  readonly pointerId: number
  readonly x: number
  readonly y: number
  timer: ReturnType<typeof setTimeout> | undefined
  /** Pixels by which the line follows the finger; 0 if it is no swipe. */
  pulled: number
}

const lineOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-seq]') : null
const seqOf = (line: HTMLElement): number => Number(line.dataset['seq'])

/** Moves the focus from line to line. @returns whether there is a line */
function moveFocus(stream: HTMLElement, from: HTMLElement | null, isDown: boolean): boolean {
  const lines = [...stream.querySelectorAll<HTMLElement>('[data-seq]')]
  // The window limits a list that does not scroll by itself.
  const top = Math.max(0, stream.getBoundingClientRect().top)
  const bottom = Math.min(window.innerHeight, stream.getBoundingClientRect().bottom)
  const isVisible = (line: HTMLElement) =>
    line.getBoundingClientRect().bottom <= bottom + 1 && line.getBoundingClientRect().top >= top
  const next = from ? lines[lines.indexOf(from) + (isDown ? 1 : -1)] : (lines.findLast(isVisible) ?? lines.at(-1))
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}

/**
 * Adds the gestures of messages to the element with their lines: a long press, a right click and the context-menu key open
 * the menu, a swipe to the right replies, and the arrow keys move the focus. Enter and the space bar open the menu of the focused
 * line; with `data-space-talks`, the space bar does not.
 * @returns the function that removes them
 */
export function addMessageGestures(stream: HTMLElement, { openMenu, reply, press, mayReply, hover }: Handlers): () => void {
  let touch: Touch | null = null
  /** Whether the menu of the current touch is open, so that the release presses nothing. */
  let isHeld = false

  const endTouch = () => {
    if (!touch) return
    clearTimeout(touch.timer)
    touch.line.style.translate = ''
    touch = null
  }
  const placeOf = (line: HTMLElement, x: number, y: number): LinePlace => {
    const bubble = (line.querySelector('[data-bubble]') ?? line).getBoundingClientRect()
    const isPointed = x > 0 || y > 0
    return { seq: seqOf(line), line, x: isPointed ? x : bubble.left, y: isPointed ? y : bubble.bottom }
  }
  const onContextMenu = (event: MouseEvent) => {
    const line = lineOf(event.target)
    if (!line || isHeld) return isHeld ? event.preventDefault() : undefined
    const hasOwn = event.target instanceof Element && event.target.closest(OWN_MENU)
    const selects = touch === null && document.getSelection()?.isCollapsed === false
    if (hasOwn || selects) return
    event.preventDefault()
    isHeld = touch !== null
    endTouch()
    openMenu(placeOf(line, event.clientX, event.clientY))
  }
  const onPointerDown = (event: PointerEvent) => {
    isHeld = false
    const line = lineOf(event.target)
    // A press may change the size of the line, so that the buttons beside it would cover a part of it.
    if (line && event.pointerType === 'mouse') hover(null, 0)
    const hasOwn = event.target instanceof Element && event.target.closest(OWN_MENU)
    if (!line || hasOwn || event.pointerType !== 'touch' || !event.isPrimary) return endTouch()
    const { pointerId, clientX: x, clientY: y } = event
    const hold = () => {
      isHeld = true
      endTouch()
      openMenu(placeOf(line, x, y))
    }
    touch = { line, seq: seqOf(line), pointerId, x, y, timer: setTimeout(hold, HOLD_MS), pulled: 0 }
  }
  const onPointerMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
    if (!touch || touch.pointerId !== pointerId) return
    const [right, down] = [clientX - touch.x, Math.abs(clientY - touch.y)]
    if (Math.max(Math.abs(right), down) < TREMBLE_PX) return
    clearTimeout(touch.timer)
    if (touch.pulled === 0 && (right < down || !mayReply(touch.seq))) return endTouch()
    touch.pulled = Math.min(Math.max(right, 1), PULL_MAX_PX)
    touch.line.style.translate = `${touch.pulled}px`
  }
  const onPointerUp = () => {
    if (touch && touch.pulled >= SWIPE_PX) {
      isHeld = true
      reply(touch.seq)
    }
    endTouch()
  }
  /** Browsers send mouse events after a touch. Those of a long press would close the menu that it opened. */
  const onTouchEnd = (event: TouchEvent) => {
    if (isHeld && event.cancelable) event.preventDefault()
  }
  /** Takes the click that follows a long press or a swipe, and each click while messages are selected. */
  const onClick = (event: MouseEvent) => {
    const line = lineOf(event.target)
    // The checkbox of a message selects it by itself.
    const isBox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox'
    if (!isHeld && (isBox || !line || !press(seqOf(line)))) return
    isHeld = false
    event.preventDefault()
    event.stopPropagation()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event
    const line = target instanceof HTMLElement && target.dataset['seq'] !== undefined ? target : null
    if (event.altKey || event.ctrlKey || event.metaKey || (!line && target !== stream)) return
    const isMove = key === 'ArrowUp' || key === 'ArrowDown'
    if (isMove && moveFocus(stream, line, key === 'ArrowDown')) event.preventDefault()
    const opens = key === 'Enter' || (key === ' ' && stream.dataset['spaceTalks'] === undefined)
    if (!line || !opens) return
    event.preventDefault()
    if (!press(seqOf(line))) openMenu(placeOf(line, 0, 0))
  }
  const onPointerOver = ({ target, pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return
    const line = lineOf(target)
    hover(line, line ? seqOf(line) : 0)
  }
  const onPointerLeave = ({ relatedTarget }: PointerEvent) => {
    const isInTools = relatedTarget instanceof Element && relatedTarget.closest('[data-tools]')
    if (!isInTools) hover(null, 0)
  }

  const ends = new AbortController()
  const { signal } = ends
  stream.addEventListener('contextmenu', onContextMenu, { signal })
  stream.addEventListener('pointerdown', onPointerDown, { signal })
  stream.addEventListener('pointermove', onPointerMove, { signal })
  stream.addEventListener('pointerup', onPointerUp, { signal })
  stream.addEventListener('pointercancel', endTouch, { signal })
  stream.addEventListener('touchend', onTouchEnd, { signal, passive: false })
  stream.addEventListener('click', onClick, { signal, capture: true })
  stream.addEventListener('keydown', onKeyDown, { signal })
  stream.addEventListener('pointerover', onPointerOver, { signal })
  stream.addEventListener('pointerleave', onPointerLeave, { signal })
  return () => {
    endTouch()
    ends.abort()
  }
}
