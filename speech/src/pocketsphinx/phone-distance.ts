/** Phones of one class are taken for each other more often than for others. */
const CLASSES: readonly string[] = [
  'AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW',
  'P T K B D G CH JH',
  'F V S Z SH ZH TH DH HH',
  'M N NG L R W Y',
]
const CLASS_OF = new Map(CLASSES.flatMap((phones, index) => phones.split(' ').map((phone) => [phone, index] as const)))

/** Costs of a phone that is missing, of one too many, of one of the same class, and of any other one. */
const MISSING = 1
const ADDED = 0.7
const ALIKE = 0.4
const OTHER = 1

const substitution = (a: string, b: string): number => (a === b ? 0 : CLASS_OF.get(a) === CLASS_OF.get(b) ? ALIKE : OTHER)

/**
 * The edit distance between expected phones and heard ones, for each expected phone. Words that are not phones, such as silence, are
 * ignored.
 * @returns 0 for the same phones; about 1 for unrelated ones
 */
export function phoneDistance(expected: readonly string[], heard: readonly string[]): number {
  const phones = heard.filter((phone) => CLASS_OF.has(phone))
  let row = Array.from({ length: phones.length + 1 }, (_, index) => index * ADDED)
  for (const [i, wanted] of expected.entries()) {
    const next = [(i + 1) * MISSING]
    for (const [j, phone] of phones.entries())
      next.push(Math.min((next[j] ?? 0) + ADDED, (row[j + 1] ?? 0) + MISSING, (row[j] ?? 0) + substitution(wanted, phone)))
    row = next
  }
  return (row.at(-1) ?? 0) / Math.max(1, expected.length)
}
