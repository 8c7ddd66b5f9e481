import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './notice.module.css'

interface Props {
  /** `alert`: it interrupts the screen reader. Without a role, the content around it reports the problem. */
  role?: 'status' | 'alert'
  /** The sign of a warning by default. */
  icon?: ReactNode
  children: ReactNode
}

/** A problem or a warning in the content of a screen or a dialog. */
export function Notice({ role, icon, children }: Props) {
  return (
    <div className={css.notice} role={role}>
      {icon ?? <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />}
      <div>{children}</div>
    </div>
  )
}
