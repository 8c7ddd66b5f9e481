/** A list of allowed values: `= ANY (ARRAY['a'::text, 'b'::text])`, or `= 'a'::text` for a single one. */
const LIST = /= ANY \(ARRAY\[([^\]]*)\]\)|= ('[^']*'::\w+)/g
/** An upper or lower bound that is a number. */
const BOUND = /(<=|<|>=|>) (-?\d+)\b/g
/** Parts of an expression in which a wider list or bound may narrow the whole. */
const REVERSING = /\bNOT\b|\bCASE\b|\bALL\b|\bDISTINCT\b|\bIS (TRUE|FALSE|UNKNOWN)\b|<>|\) = \(/

/**
 * Whether a check allows everything that another one allows: both are equal except for lists with further values and
 * bounds that are further away.
 * @param before definition of the earlier check, as `pg_get_constraintdef` prints it
 */
export function isWiderCheck(before: string, after: string): boolean {
  if (before === after) return true
  const [earlier, later] = [partsOf(before), partsOf(after)]
  if (earlier.frame !== later.frame || REVERSING.test(earlier.frame.replaceAll('IS NOT NULL', ''))) return false
  const hasAllValues = earlier.lists.every((values, index) => values.every((value) => later.lists[index]?.includes(value)))
  return (
    hasAllValues &&
    earlier.bounds.every(({ isUpper, value }, index) => isFurther(isUpper, value, later.bounds[index]?.value ?? NaN))
  )
}

const isFurther = (isUpper: boolean, before: number, after: number) => (isUpper ? after >= before : after <= before)

function partsOf(definition: string) {
  const lists: string[][] = []
  const bounds: { isUpper: boolean; value: number }[] = []
  const frame = definition
    .replaceAll(LIST, (_, values: string | undefined, single = '') => {
      lists.push((values ?? single).split(', '))
      return '= LIST'
    })
    .replaceAll(BOUND, (_, operator: string, value: string) => {
      bounds.push({ isUpper: operator.startsWith('<'), value: Number(value) })
      return `${operator} BOUND`
    })
  return { frame, lists, bounds }
}
