/** As the unit compares: width and capitals do not count. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase()

export interface Excerpt {
  readonly before: string
  /** '' where none of the words stands there as such. */
  readonly hit: string
  readonly after: string
}

/** Characters before a hit that an excerpt shows. */
const BEFORE = 24

/** The whole phrase where it stands there as such, else whichever of its words comes first: the unit finds them in any order. */
function firstPlace(whole: string, sought: string): readonly [at: number, length: number] | null {
  const phrase = folded(sought).trim().replace(/\s+/g, ' ')
  if (phrase === '') return null
  if (whole.includes(phrase)) return [whole.indexOf(phrase), phrase.length]
  const places = phrase.split(' ').flatMap((word) => (whole.includes(word) ? [[whole.indexOf(word), word.length] as const] : []))
  return places.toSorted(([a, long], [b, longer]) => a - b || longer - long)[0] ?? null
}

/** Where the sought words stand in a message. Letters are gone through one by one, since folding changes how many there are. */
export function excerptOf(text: string, sought: string): Excerpt {
  const letters = Array.from(text.replace(/\s+/g, ' '))
  const starts: number[] = []
  let whole = ''
  for (const letter of letters) {
    starts.push(whole.length)
    whole += folded(letter)
  }
  const place = firstPlace(whole, sought)
  if (!place) return { before: letters.join(''), hit: '', after: '' }
  const [at, length] = place
  const letterAt = (offset: number) => {
    const next = starts.findIndex((start) => start > offset)
    return next === -1 ? letters.length - 1 : next - 1
  }
  const [from, to] = [letterAt(at), letterAt(at + length - 1) + 1]
  const start = Math.max(0, from - BEFORE)
  return {
    before: (start > 0 ? '…' : '') + letters.slice(start, from).join(''),
    hit: letters.slice(from, to).join(''),
    after: letters.slice(to).join(''),
  }
}
