/**
 * A list item of Microsoft Word's clipboard. Word writes each item as a paragraph, with the list and level in its style
 * (`mso-list:l0 level2 lfo1`) and the bullet or number as text with the style `mso-list:Ignore`.
 */
interface WordItem {
  readonly paragraph: HTMLElement
  /** Word's name of the list, for example `l0`. */
  readonly list: string
  /** 1 is the outermost. */
  readonly level: number
  /** The number of an ordered item, from 1; null for a bullet. */
  readonly number: number | null
}

interface OpenList {
  readonly element: HTMLElement
  readonly list: string
  readonly level: number
}

const STYLE = /mso-list:\s*(l\d+)\s+level(\d+)/i
const NUMBERED = /^\s*\(?(?:(\d+)|[a-z]{1,4})[.)]/i

const styleOf = (element: Element): string => element.getAttribute('style') ?? ''

/** Returns the elements with the bullet or number of an item. */
const markersIn = (paragraph: HTMLElement): HTMLElement[] =>
  [...paragraph.querySelectorAll<HTMLElement>('span')].filter((span) => /mso-list:\s*ignore/i.test(styleOf(span)))

function itemOf(element: Element): WordItem | null {
  const [, list, level] = STYLE.exec(styleOf(element)) ?? []
  if (!(element instanceof HTMLElement) || list === undefined || level === undefined) return null
  const marker = markersIn(element)
    .map(({ textContent }) => textContent)
    .join('')
  const numbered = NUMBERED.exec(marker)
  return { paragraph: element, list, level: Number(level), number: numbered ? Number(numbered[1] ?? 1) : null }
}

const tagOf = ({ number }: WordItem) => (number === null ? 'UL' : 'OL')

function listFor(item: WordItem, parent: OpenList | undefined): OpenList {
  const element = item.paragraph.ownerDocument.createElement(tagOf(item))
  if (item.number !== null && item.number !== 1) element.setAttribute('start', String(item.number))
  if (parent) parent.element.lastElementChild?.append(element)
  else item.paragraph.before(element)
  return { element, list: item.list, level: item.level }
}

/** Moves the text of an item, without its bullet, to the end of a list. */
function append({ paragraph }: WordItem, { element }: OpenList): void {
  for (const marker of markersIn(paragraph)) marker.remove()
  const document = paragraph.ownerDocument
  const [row, text] = [document.createElement('li'), document.createElement('p')]
  text.append(...paragraph.childNodes)
  row.append(text)
  element.append(row)
  paragraph.remove()
}

/** Closes the lists that an item does not continue. */
function close(open: OpenList[], item: WordItem): void {
  const continues = ({ element, list, level }: OpenList) =>
    level < item.level || (level === item.level && list === item.list && element.tagName === tagOf(item))
  while (open.length > 0 && !open.every(continues)) open.pop()
}

/** Replaces Word's list paragraphs below an element by nested lists. */
export function convertWordLists(root: ParentNode): void {
  let open: OpenList[] = []
  let last: Element | null = null
  for (const element of root.querySelectorAll('[style*="mso-list"]')) {
    const item = itemOf(element)
    if (!item) continue
    // Any other element between two items ends the list.
    if (element.previousElementSibling !== last) open = []
    close(open, item)
    let list = open.at(-1)
    if (!list || list.level < item.level) {
      list = listFor(item, list)
      open.push(list)
    }
    append(item, list)
    last = open[0]?.element ?? null
  }
}
