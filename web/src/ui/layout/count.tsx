import css from './count.module.css'
import { countText } from './count-text.ts'

/** An unread count. Renders nothing at 0. Indigo, because red is reserved for emergencies. */
export function Count({ value, hasMore = false }: { value: number; hasMore?: boolean }) {
  if (value === 0) return null
  return <span className={css.count}>{countText(value, hasMore)}</span>
}
