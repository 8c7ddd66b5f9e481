import css from './count.module.css'

/** Specification, section 9: the cap of a badge. */
const CAP = 99

/** A number that waits to be read; nothing at 0. Indigo, never red. */
export function Count({ value, hasMore = false }: { value: number; hasMore?: boolean }) {
  if (value === 0) return null
  const isMore = hasMore || value > CAP
  return <span className={css.count}>{isMore ? `${Math.min(value, CAP)}+` : value}</span>
}
