export interface TextPart {
  readonly text: string
  /** Where it leads; without it, plain words. */
  readonly href?: string
}

const address = /https?:\/\/[^\s<>"'「」『』（）【】、。！？　]+/gi
/** What ends a sentence after an address is not part of it. */
const sentenceEnd = /[.,;:!?)\]}]+$/

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
    const href = found.replace(sentenceEnd, '')
    if (!isAddress(href)) continue
    if (index > from) parts.push({ text: words.slice(from, index) })
    parts.push({ text: href, href })
    from = index + href.length
  }
  if (from < words.length) parts.push({ text: words.slice(from) })
  return parts
}
