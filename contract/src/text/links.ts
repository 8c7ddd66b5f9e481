/** Max characters of a link, because browsers follow no longer ones. Longer ones stay plain text. */
const ADDRESS_MAX = 2000
/** Scripts without spaces between a URL and the words after it, with their punctuation. */
const EAST_ASIAN = '\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}\\p{Script=Hangul}'
const END = `\\s<>"'\u2018-\u201f\u00ab\u00bb\u2039\u203a\u3000-\u303f\uff00-\uffef\\p{Cc}\\p{Cf}`
const HOST = `(?:[${EAST_ASIAN}\u30fc\\w-]{1,63}\\.){0,8}[^${END}${EAST_ASIAN}\u30fc]+`
/**
 * A path or a parameter that begins with kanji or katakana. Hiragana after a slash is the sentence: `https://example.org/をご覧`.
 */
const JAPANESE_PATH = '(?<=[/=])[\\p{Script=Han}\\p{Script=Katakana}\u30fc]+'
/**
 * A web address: its host, whose labels may be Japanese, and what follows. It ends before Japanese or Korean text, quotes and
 * spaces.
 */
const ADDRESS = new RegExp(`https?://${HOST}(?:${JAPANESE_PATH}|[^${END}${EAST_ASIAN}\u30fc]+)*`, 'giu')
/** Punctuation after a URL is not part of it. */
const PUNCTUATION = '.,;:!?*_~'
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const isClosing = (character: string): boolean => ')]}'.includes(character)

/**
 * Removes punctuation at the end, and closing brackets that the URL does not open. It uses no regular expression: one that is
 * anchored at the end only has quadratic time for long runs of punctuation.
 */
function withoutPunctuation(found: string): string {
  const surplus = new Map<string, number>()
  for (const character of found) {
    const closing = CLOSING[character]
    if (closing !== undefined) surplus.set(closing, (surplus.get(closing) ?? 0) - 1)
    else if (isClosing(character)) surplus.set(character, (surplus.get(character) ?? 0) + 1)
  }
  let end = found.length
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1)
    if (PUNCTUATION.includes(last)) continue
    const count = surplus.get(last) ?? 0
    if (!isClosing(last) || count <= 0) break
    surplus.set(last, count - 1)
  }
  return found.slice(0, end)
}

function isAddress(text: string): boolean {
  try {
    return new URL(text).host !== ''
  } catch {
    return false // plain text
  }
}

/** The web addresses of a text, in their order. */
export function* webAddresses(text: string): Generator<{ readonly index: number; readonly href: string }> {
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const href = withoutPunctuation(found)
    if (href.length <= ADDRESS_MAX && isAddress(href)) yield { index, href }
  }
}

/** Top-level domains that mail programs and messengers turn into links without a scheme. */
const DOMAIN =
  /(?:^|[^\p{L}\p{N}])[\p{L}\p{N}-]+\.(?:com|net|org|info|biz|app|dev|xyz|link|site|online|shop|top|club|icu|(?:co|ne|or|go|ac)\.jp|[a-z]{2,}(?=\/))(?![\p{L}\p{N}])/iu

/** Whether a short text contains a web address, also one without a scheme. It takes quadratic time. */
export const hasLink = (text: string): boolean => {
  const plain = text.normalize('NFKC')
  return /[a-z][a-z0-9+.-]*:\/\//i.test(plain) || /\bwww\./i.test(plain) || DOMAIN.test(plain)
}
