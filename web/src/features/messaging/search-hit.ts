/** As the unit compares: width and capitals do not count. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase()

export interface Excerpt {
  readonly before: string
  readonly hit: string
  readonly after: string
}

/** Characters before a hit that an excerpt shows. */
const BEFORE = 24

/** Where the sought words stand in a message. Letters are gone through one by one, since folding changes how many there are. */
export function excerptOf(text: string, sought: string): Excerpt {
  const letters = Array.from(text.replace(/\s+/g, ' '))
  const starts: number[] = []
  let whole = ''
  for (const letter of letters) {
    starts.push(whole.length)
    whole += folded(letter)
  }
  const words = folded(sought.trim())
  const at = words === '' ? -1 : whole.indexOf(words)
  if (at === -1) return { before: letters.join(''), hit: '', after: '' }
  const letterAt = (place: number) => {
    const next = starts.findIndex((start) => start > place)
    return next === -1 ? letters.length - 1 : next - 1
  }
  const [from, to] = [letterAt(at), letterAt(at + words.length - 1) + 1]
  const start = Math.max(0, from - BEFORE)
  return {
    before: (start > 0 ? '…' : '') + letters.slice(start, from).join(''),
    hit: letters.slice(from, to).join(''),
    after: letters.slice(to).join(''),
  }
}
