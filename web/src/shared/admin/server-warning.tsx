import type { ReactNode } from 'react'
import css from './server-warning.module.css'

/** A warning below the top bar about the computer that the server runs on. */
export function ServerWarning({ icon, title, note, action }: Parts) {
  return (
    <div className={css.warning} role="status">
      {icon}
      <p>
        <b>{title}</b> {note}
      </p>
      {action}
    </div>
  )
}

interface Parts {
  readonly icon: ReactNode
  readonly title: string
  readonly note: string
  readonly action?: ReactNode
}
