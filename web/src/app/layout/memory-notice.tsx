import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../platform/language/i18n.ts'
import { useIsSessionInMemory } from '../../platform/session/session.ts'
import css from './refused-notice.module.css'

/** A banner while the session is only in the memory of this page, because the browser cannot store it. */
export function MemoryNotice() {
  const text = useText()
  if (!useIsSessionInMemory()) return null
  return (
    <output className={css.notice}>
      <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
      <p>{text('accounts.memoryOnly')}</p>
    </output>
  )
}
