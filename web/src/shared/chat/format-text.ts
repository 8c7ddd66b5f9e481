import { splitLinks } from '@noroshi/contract/text/split-links'

/** A piece of a line. */
export interface TextSegment {
  readonly text: string
  /** URL of a link. */
  readonly href?: string | undefined
  /** The text is markers of a format, which are not shown. */
  readonly isMarker?: boolean
  readonly isBold?: boolean
  readonly isItalic?: boolean
  readonly isCode?: boolean
}

/** Consecutive lines of a text. The parts of all blocks, with the markers, are the text as it was typed. */
export type TextBlock =
  | { readonly kind: 'text'; readonly segments: readonly TextSegment[] }
  /** Each item ends with its line break. */
  | { readonly kind: 'list'; readonly marker: string; readonly items: readonly (readonly TextSegment[])[] }
  | { readonly kind: 'code'; readonly open: string; readonly text: string; readonly close: string }

type Format = 'bold' | 'italic' | 'code'

/** A formatted range of a text, with its markers. */
interface Range {
  readonly format: Format
  readonly start: number
  readonly end: number
  /** Length of each marker. */
  readonly width: number
}

const FENCE = '```'
const LIST_MARKER = '- '

/** A text is searched for markers between two characters, which are empty at its ends. */
type Edge = (before: string, after: string) => boolean

interface Rule {
  readonly format: Format
  readonly marker: RegExp
  readonly opens: Edge
  readonly closes: Edge
}

const LETTER = '\\p{L}\\p{N}'
/** Hiragana around a word are other words: `これは*大事*です`, but not `縦*横*高さ`. */
const HIRAGANA = '\\u3041-\\u3096'
const PICTURE = '\\p{Extended_Pictographic}\\ufe0f'
const matcher = (characters: string) => {
  const pattern = new RegExp(`[${characters}]`, 'u')
  return (character: string) => pattern.test(character)
}
const isLetter = matcher(LETTER)
const isWord = matcher(LETTER + PICTURE)
const isHiragana = matcher(HIRAGANA)
/** Faces such as `(*´ω｀*)` begin and end with other characters. */
const mayBegin = matcher(`${LETTER}${PICTURE}(\\[{「『【（“"¡¿$€¥£@#+*_`)
const mayEnd = matcher(`${LETTER}${PICTURE})\\]}」』】）”"!?.,:;%。、！？…*_`)
/** The grave accent is an eye too: `(´・ω・｀)` in half width. */
const isCodeEdge = matcher(`!-_a-~${LETTER}`)
const isBeforeCode = matcher(`\\s(\\[{「『【（"'、。,:${HIRAGANA}\\p{Script=Han}\\u30a1-\\u30fa`)
const isAfterCode = matcher(`\\s)\\]}」』】）"'、。,.:;!?！？${HIRAGANA}\\p{Script=Han}\\u30a1-\\u30fa`)

const rules: readonly Rule[] = [
  {
    format: 'bold',
    marker: /(?<!\*)\*{1,2}(?!\*)/g,
    opens: (before, after) => (!isLetter(before) || isHiragana(before)) && !/[)\]}]/.test(before) && mayBegin(after),
    closes: (before, after) => mayEnd(before) && (!isLetter(after) || isHiragana(after)) && !/[([{]/.test(after),
  },
  {
    format: 'italic',
    marker: /(?<!_)_(?!_)/g,
    // Names of files have underscores, also between Japanese words.
    opens: (before, after) => !isLetter(before) && mayBegin(after),
    closes: (before, after) => mayEnd(before) && !isLetter(after),
  },
]

const code: Rule = {
  format: 'code',
  marker: /(?<!`)(?:```|`)(?!`)/g,
  opens: (before, after) => (before === '' || isBeforeCode(before)) && isCodeEdge(after),
  closes: (before, after) => isCodeEdge(before) && (after === '' || isAfterCode(after)),
}

/** Returns the whole character before an index. */
function characterBefore(text: string, index: number): string {
  const last = text.charAt(index - 1)
  return /[\udc00-\udfff]/.test(last) ? text.slice(Math.max(0, index - 2), index) : last
}
const characterAt = (text: string, index: number): string => {
  const point = text.codePointAt(index)
  return point === undefined ? '' : String.fromCodePoint(point)
}

/**
 * Finds the ranges of one format. A marker that opens and the next marker like it are a range if this one closes; ranges do
 * not cross lines. Each marker is looked at twice at most.
 * @param isTaken whether a marker at an index is part of something else
 */
function findRanges(text: string, { format, marker, opens, closes }: Rule, isTaken: (index: number) => boolean): Range[] {
  const ranges: Range[] = []
  /** The last marker that opens, of each length. */
  const open = new Map<number, number>()
  for (const { 0: found, index } of text.matchAll(marker)) {
    if (isTaken(index)) continue
    const { length: width } = found
    const [before, after] = [characterBefore(text, index), characterAt(text, index + width)]
    const start = open.get(width)
    open.delete(width)
    if (start !== undefined && closes(before, after)) {
      const inner = text.slice(start + width, index)
      if (!inner.includes('\n') && isWord(inner)) {
        ranges.push({ format, start, end: index + width, width })
        continue
      }
    }
    if (opens(before, after)) open.set(width, index)
  }
  return ranges
}

/** Returns a function for rising indexes: whether an index is in one of sorted ranges. */
function inRanges(ranges: readonly { readonly start: number; readonly end: number }[]): (index: number) => boolean {
  let next = 0
  return (index) => {
    while (index >= (ranges[next]?.end ?? Infinity)) next += 1
    return index >= (ranges[next]?.start ?? Infinity)
  }
}

interface Link {
  readonly start: number
  readonly end: number
  readonly href: string
}

/** Finds the links of a text outside of code. */
function findLinks(text: string, codes: readonly Range[]): Link[] {
  const links: Link[] = []
  let from = 0
  for (const { start, end } of [...codes, { start: text.length, end: text.length }]) {
    let at = from
    for (const { text: part, href } of splitLinks(text.slice(from, start))) {
      if (href !== undefined) links.push({ start: at, end: at + part.length, href })
      at += part.length
    }
    from = end
  }
  return links
}

/** Splits text without blocks into its segments. */
function formatInline(text: string): TextSegment[] {
  const codes = findRanges(text, code, () => false)
  const links = findLinks(text, codes)
  const taken = [...codes, ...links].toSorted((a, b) => a.start - b.start)
  const ranges = [...codes, ...rules.flatMap((rule) => findRanges(text, rule, inRanges(taken)))]
  const markers = ranges
    .flatMap(({ start, end, width }) => [
      { start, end: start + width },
      { start: end - width, end },
    ])
    .toSorted((a, b) => a.start - b.start)
  const bounds = [...ranges, ...markers, ...links].flatMap(({ start, end }) => [start, end])
  const cuts = [...new Set([0, ...bounds, text.length])].toSorted((a, b) => a - b)
  const isMarker = inRanges(markers)
  const isIn = (format: Format) =>
    inRanges(ranges.filter((range) => range.format === format).toSorted((a, b) => a.start - b.start))
  const [isBold, isItalic, isCode] = [isIn('bold'), isIn('italic'), isIn('code')]
  const hrefs = new Map(links.map(({ start, href }) => [start, href]))
  return cuts.slice(0, -1).map((start, index) => ({
    text: text.slice(start, cuts[index + 1]),
    href: hrefs.get(start),
    isMarker: isMarker(start),
    isBold: isBold(start),
    isItalic: isItalic(start),
    isCode: isCode(start),
  }))
}

/** Returns a block of code that begins at an index; null if there is none. Its fences are whole lines or their ends. */
function codeAt(text: string, start: number): { readonly block: TextBlock; readonly end: number } | null {
  if (!text.startsWith(FENCE, start)) return null
  const last = text.indexOf(FENCE, start + FENCE.length)
  const after = last + FENCE.length
  if (last === -1 || (after < text.length && text[after] !== '\n')) return null
  let [from, to] = [start + FENCE.length, last]
  if (text[from] === '\n') from += 1
  if (to > from && text[to - 1] === '\n') to -= 1
  const inner = text.slice(from, to)
  if (inner.trim() === '' || inner.startsWith('`')) return null
  const end = Math.min(text.length, after + 1)
  return { block: { kind: 'code', open: text.slice(start, from), text: inner, close: text.slice(to, end) }, end }
}

/** Returns the index behind the line break of a line. */
function lineEndAt(text: string, index: number): number {
  const lineBreak = text.indexOf('\n', index)
  return lineBreak === -1 ? text.length : lineBreak + 1
}

/** Returns the lines of a text from an index that begin with `- `. They are no list if all look like negative numbers. */
function listAt(text: string, start: number) {
  const items: string[] = []
  let end = start
  while (text.startsWith(LIST_MARKER, end) && /[^\s-]/.test(text.charAt(end + LIST_MARKER.length))) {
    const lineEnd = lineEndAt(text, end)
    items.push(text.slice(end + LIST_MARKER.length, lineEnd))
    end = lineEnd
  }
  return { items, end, isList: items.some((item) => !/^\d/.test(item)) }
}

/**
 * Splits a text into blocks and formatted segments: `*bold*`, `_italic_`, code between grave accents, blocks of code between
 * lines of three, and lists of lines with `- ` (decisions/0207). It takes linear time.
 */
export function formatText(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let [from, at] = [0, 0]
  const endText = () => {
    if (at > from) blocks.push({ kind: 'text', segments: formatInline(text.slice(from, at)) })
  }
  while (at < text.length) {
    const codeBlock = codeAt(text, at)
    const list = listAt(text, at)
    if (codeBlock !== null || list.isList) endText()
    if (codeBlock) {
      blocks.push(codeBlock.block)
      from = at = codeBlock.end
    } else if (list.isList) {
      blocks.push({ kind: 'list', marker: LIST_MARKER, items: list.items.map(formatInline) })
      from = at = list.end
    } else {
      at = list.items.length > 0 ? list.end : lineEndAt(text, at)
    }
  }
  endText()
  return blocks
}
