import css from './full-text.module.css'

const LINE = '.one-line'
/** Elements that do something when they are tapped. They show their whole texts when they get the focus. */
const CONTROL = 'a, button, label, [role=option]'
/** Space in pixels to the edges of the window. */
const MARGIN = 8

interface Shown {
  readonly element: HTMLElement
  readonly line: Element
  readonly isByPointer: boolean
}

let shown: Shown | null = null

const isCut = (line: Element): boolean =>
  line.scrollWidth > line.clientWidth + 1 || line.scrollHeight > line.clientHeight + line.clientHeight / 4

/** Returns the cut lines of an element, or the cut line that contains it. */
function cutLinesOf(element: Element): Element[] {
  const around = element.closest(LINE)
  return (around ? [around] : [...element.querySelectorAll(LINE)]).filter(isCut)
}

function hide(): void {
  shown?.element.remove()
  shown = null
}

/** Moves the text below its line, or above it where the window ends. */
function place({ element, line }: Shown): void {
  const box = line.getBoundingClientRect()
  if (box.bottom < 0 || box.top > window.innerHeight || box.width === 0) {
    hide()
    return
  }
  const { width, height } = element.getBoundingClientRect()
  const left = Math.max(MARGIN, Math.min(box.left, window.innerWidth - width - MARGIN))
  const isBelow = box.bottom + height + MARGIN <= window.innerHeight
  element.style.left = `${left}px`
  element.style.top = `${isBelow ? box.bottom : Math.max(MARGIN, box.top - height)}px`
}

/** Shows the whole text of lines. */
function show(lines: readonly Element[], isByPointer = false): void {
  hide()
  const [line] = lines
  if (!line) return
  const element = document.createElement('div')
  element.className = css.text ?? ''
  element.setAttribute('aria-hidden', 'true') // screen readers read the line itself, which they never cut
  for (const each of lines) {
    const part = document.createElement('p')
    part.textContent = each.textContent
    part.translate = each.closest('[translate=no]') === null
    element.append(part)
  }
  ;(line.closest('dialog') ?? document.body).append(element) // above a dialog in the top layer
  shown = { element, line, isByPointer }
  place(shown)
}

const elementOf = ({ target }: Event): Element | null => (target instanceof Element ? target : null)

/** Lines that do nothing when they are tapped get the focus by the keyboard while they are cut. */
function focusableWhileCut(): void {
  for (const line of document.querySelectorAll<HTMLElement>(LINE)) {
    if (line.parentElement?.closest(CONTROL)) continue
    if (isCut(line)) line.tabIndex = 0
    else line.removeAttribute('tabindex')
  }
}

/** Shows the whole text of names and other texts that are cut, while they have the focus or the pointer, or after a tap. */
export function startFullTexts(): void {
  document.addEventListener('focusin', (event) => {
    const element = elementOf(event)
    show(element?.matches(`:is(${CONTROL}, ${LINE}):focus-visible`) ? cutLinesOf(element) : [])
  })
  document.addEventListener('focusout', hide)
  document.addEventListener('click', (event) => {
    const line = elementOf(event)?.closest(LINE)
    const isTapped = line && !line.parentElement?.closest(CONTROL)
    show(isTapped ? cutLinesOf(line) : [])
  })
  document.addEventListener('pointerover', (event) => {
    const element = elementOf(event)
    if (event.pointerType !== 'mouse' || !element || shown?.element.contains(element)) return
    const lines = element.closest(LINE) ? cutLinesOf(element) : []
    // Elements that move below a resting pointer do not hide the text of the focus.
    if (lines.length > 0 || shown?.isByPointer) show(lines, true)
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Tab') focusableWhileCut()
    if (key === 'Escape') hide()
  })
  document.addEventListener('scroll', () => shown && place(shown), { capture: true, passive: true })
  window.addEventListener('resize', hide)
}
