import { flushSync } from 'react-dom'
import { currentLanguage } from '../platform/language/i18n.ts'
import { fullDateTime } from '../platform/language/time.ts'
import { isPrinting } from '../ui/theme/printing.ts'

/** Marks the elements that are as high as their content on paper (ui/theme/print.css). */
const FLOWS = 'data-flows'
/** Marks the texts that are cut at the end of their line on a screen. */
const WRAPS = 'data-wraps'
const SCHEME = 'data-mantine-color-scheme'

function markContent(main: Element): void {
  const panes = [main]
  for (const element of main.querySelectorAll('*')) {
    if (element.clientHeight <= 1) continue // read by screen readers only, or empty
    const { overflowY, textOverflow } = getComputedStyle(element)
    if (textOverflow === 'ellipsis') element.setAttribute(WRAPS, '')
    else if (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1) panes.push(element)
  }
  for (const pane of panes)
    for (let element: Element | null = pane; element; element = element.parentElement) element.setAttribute(FLOWS, '')
}

function unmarkContent(): void {
  for (const name of [FLOWS, WRAPS]) for (const element of document.querySelectorAll(`[${name}]`)) element.removeAttribute(name)
}

/** Returns the lines above the content: the title, and when and from where it was printed. */
function createHead(): HTMLElement {
  const head = document.createElement('div')
  head.className = 'print-head'
  const title = document.createElement('b')
  title.textContent = document.title.replace(/^\(\S+\) /, '') // without the number of unread messages
  const source = document.createElement('span')
  source.textContent = `${fullDateTime(new Date().toISOString(), currentLanguage())} · ${window.location.href}`
  head.append(title, source)
  return head
}

/**
 * Lets the browser print the whole content of a screen, which scrolls in a pane of its own: the panes and everything
 * around them grow with their content, in the light scheme (decisions/0178).
 */
export function startPrinting(): void {
  const root = document.documentElement
  let restore = () => undefined as void
  window.addEventListener('beforeprint', () => {
    restore()
    flushSync(() => isPrinting.set(true))
    const main = document.querySelector('main')
    if (main) markContent(main)
    const scheme = root.getAttribute(SCHEME)
    root.setAttribute(SCHEME, 'light')
    const head = createHead()
    document.body.prepend(head)
    restore = () => {
      restore = () => undefined
      head.remove()
      unmarkContent()
      if (scheme !== null) root.setAttribute(SCHEME, scheme)
      isPrinting.set(false)
    }
  })
  window.addEventListener('afterprint', () => restore())
}
