/** Splits a text where no browser does better: a character with the marks, joiners and selectors that follow it. */
const PLAIN_GRAPHEMES =
  /\r\n|\p{Regional_Indicator}{2}|(?:.(?:\p{M}|\p{Emoji_Modifier}|[\u200c\u{e0020}-\u{e007f}])*(?:\u200d(?=\p{Extended_Pictographic}))?)+?(?<!\u200d)|./gsu

let segmenter: Intl.Segmenter | undefined

/** Returns the user-perceived characters of a text: a letter with its accents, an emoji with its parts, a flag. */
export function graphemesOf(text: string): string[] {
  // Firefox has no segmenter before version 125. It is created late, because its data take time to load.
  if (typeof Intl.Segmenter !== 'function') return text.match(PLAIN_GRAPHEMES) ?? []
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Max UTF-16 units of a grapheme that a cut keeps whole. Longer ones, such as a letter with hundreds of marks, are cut inside. */
const GRAPHEME_MAX = 64

/**
 * Cuts a text to at most `max` UTF-16 units. The cut is never inside a surrogate pair or a grapheme, except in a grapheme
 * of more than 64 units.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  // Only the graphemes around the cut matter.
  const start = Math.max(0, max - GRAPHEME_MAX)
  const isInside = start > 0 && /[\udc00-\udfff]/.test(text.charAt(start))
  const from = isInside ? start - 1 : start
  let end = from
  for (const grapheme of graphemesOf(text.slice(from, max + GRAPHEME_MAX))) {
    if (end + grapheme.length > max) break
    end += grapheme.length
  }
  if (end > from) return text.slice(0, end)
  const cut = text.slice(0, max)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** Returns the end of a text with at most `max` UTF-16 units. It does not begin inside a grapheme. */
export function cutStart(text: string, max: number): string {
  const start = text.length - max
  if (start <= 0) return text
  let at = Math.max(0, start - GRAPHEME_MAX)
  if (/[\udc00-\udfff]/.test(text.charAt(at))) at += 1
  for (const grapheme of graphemesOf(text.slice(at, start + GRAPHEME_MAX))) {
    if (at >= start) break
    at += grapheme.length
  }
  return text.slice(at)
}
