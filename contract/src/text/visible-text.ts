/** Characters without ink: spaces, controls, marks without a letter, fillers, the empty Braille pattern and the null notehead. */
const WITHOUT_INK = /[\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu
/** Embeddings, overrides and isolates, which change the order of the characters that follow. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g
/** Spaces and invisible characters. A joiner or a selector belongs to the character before it. */
const EDGE =
  '[\\s\\u0001-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2069\\u2800\\u3164\\ufeff\\uffa0]'
const EDGE_CHARACTER = new RegExp(EDGE, 'u')

/** Whether a text shows nothing: no letter, digit, sign or symbol. The null character counts, so that it is refused. */
export const isBlank = (text: string): boolean => !text.includes('\u0000') && text.replaceAll(WITHOUT_INK, '') === ''

/** Removes spaces and invisible characters from both ends. */
export function trimInvisible(text: string): string {
  // Without a regular expression at the end, whose time is quadratic for long runs of spaces.
  let [start, end] = [0, text.length]
  while (start < end && EDGE_CHARACTER.test(text.charAt(start))) start += 1
  while (start < end && EDGE_CHARACTER.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Whether a text has characters that change the order of what follows them. */
export const hasReordering = (text: string): boolean => text.search(REORDERING) !== -1

/** Removes the characters that change the order of what follows them. */
export const withoutReordering = (text: string): string => text.replaceAll(REORDERING, '')

const POP_ISOLATE = '\u2069'
const POP_EMBEDDING = '\u202c'

/**
 * Closes the embeddings, overrides and isolates that a text leaves open and removes ends without a beginning, so that the
 * text does not change the order of a sentence around it.
 */
export function isolateOrder(text: string): string {
  if (!hasReordering(text)) return text
  const open: string[] = []
  let isolated = ''
  for (const character of text) {
    if (/[\u202a\u202b\u202d\u202e]/.test(character)) open.push(POP_EMBEDDING)
    else if (/[\u2066-\u2068]/.test(character)) open.push(POP_ISOLATE)
    else if (character === POP_EMBEDDING || character === POP_ISOLATE) {
      if (open.at(-1) !== character) continue
      open.pop()
    }
    isolated += character
  }
  return isolated + open.toReversed().join('')
}

/**
 * Returns a text as it is stored: line ends are LF, no spaces or invisible characters are at the ends, and a text that shows
 * nothing is empty.
 */
export function toBodyText(text: string): string {
  const plain = trimInvisible(text.replaceAll('\r\n', '\n'))
  return isBlank(plain) ? '' : plain
}
