export interface TextPart {
  readonly text: string
  /** URL of a link; absent for plain text. */
  readonly href?: string
}

/** Max characters of a link, because browsers follow no longer ones. Longer ones stay plain text. */
const ADDRESS_MAX = 2000
const address = /https?:\/\/[^\s<>"'「」『』（）【】、。！？　]+/gi
/** Punctuation after a URL is not part of it. */
const punctuation = '.,;:!?)]}'

/**
 * Removes punctuation at the end. It uses no regular expression: one that is anchored at the end only has quadratic
 * time for long runs of punctuation.
 */
function withoutPunctuation(found: string): string {
  let end = found.length
  while (punctuation.includes(found.charAt(end - 1)) && end > 0) end--
  return found.slice(0, end)
}

function isAddress(text: string): boolean {
  try {
    return new URL(text).host !== ''
  } catch {
    return false // plain text
  }
}

/** Splits a text into plain parts and web links. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const href = withoutPunctuation(found)
    if (href.length > ADDRESS_MAX || !isAddress(href)) continue
    if (index > from) parts.push({ text: text.slice(from, index) })
    parts.push({ text: href, href })
    from = index + href.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}
