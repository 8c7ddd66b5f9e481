import type { ReactNode } from 'react'
import css from './tag.module.css'

interface TagProps {
  tone?: 'plain' | 'sos' | 'ok' | 'warn' | 'accent'
  icon?: ReactNode
  children: ReactNode
}

/** A state as a short text. Use `sos` only for current emergencies. */
export function Tag({ tone = 'plain', icon, children }: TagProps) {
  return (
    <span className={css.tag} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </span>
  )
}
