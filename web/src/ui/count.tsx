import css from './count.module.css'

/** Specification, section 9: the cap of a badge. */
const CAP = 99

/** A number that waits to be read; nothing at 0. Indigo, never red. */
export function Count({ value }: { value: number }) {
  if (value === 0) return null
  return <span className={css.count}>{value > CAP ? `${CAP}+` : value}</span>
}
