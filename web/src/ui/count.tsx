import css from './count.module.css'
import { countText } from './count-text.ts'

/** A number that waits to be read; nothing at 0. Indigo, never red. */
export function Count({ value, hasMore = false }: { value: number; hasMore?: boolean }) {
  if (value === 0) return null
  return <span className={css.count}>{countText(value, hasMore)}</span>
}
