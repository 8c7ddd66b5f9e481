export interface TextPart {
  readonly text: string
  /** Where it leads; without it, plain words. */
  readonly href?: string
}

/** Browsers follow no longer ones all the same; what is longer stays words. */
const ADDRESS_MAX = 2000
const address = /https?:\/\/[^\s<>"'「」『』（）【】、。！？　]+/gi
/** What ends a sentence after an address is not part of it. */
const sentenceEnds = '.,;:!?)]}'

/** By hand: an expression that is tied to the end alone goes through a long run of such marks once for each of them. */
function withoutSentenceEnd(found: string): string {
  let end = found.length
  while (sentenceEnds.includes(found.charAt(end - 1)) && end > 0) end--
  return found.slice(0, end)
}

function isAddress(words: string): boolean {
  try {
    return new URL(words).host !== ''
  } catch {
    return false // plain words
  }
}

/** Words with their addresses: of the web alone, and only where they can be read as one. */
export function partsOf(words: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of words.matchAll(address)) {
    const href = withoutSentenceEnd(found)
    if (href.length > ADDRESS_MAX || !isAddress(href)) continue
    if (index > from) parts.push({ text: words.slice(from, index) })
    parts.push({ text: href, href })
    from = index + href.length
  }
  if (from < words.length) parts.push({ text: words.slice(from) })
  return parts
}
