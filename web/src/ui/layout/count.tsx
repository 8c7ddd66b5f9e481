import css from './count.module.css'
import { countText } from './count-text.ts'

interface Props {
  value: number
  hasMore?: boolean
  /** Grey, for what does not ask for attention. */
  isQuiet?: boolean
}

/** An unread count. Renders nothing at 0. Indigo, because red is reserved for emergencies. */
export function Count({ value, hasMore = false, isQuiet = false }: Props) {
  if (value === 0) return null
  return (
    <span className={css.count} data-quiet={isQuiet || undefined}>
      {countText(value, hasMore)}
    </span>
  )
}
