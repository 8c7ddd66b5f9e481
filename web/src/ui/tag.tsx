import type { ReactNode } from 'react'
import css from './tag.module.css'

interface TagProps {
  tone?: 'plain' | 'sos' | 'ok' | 'warn' | 'accent'
  icon?: ReactNode
  children: ReactNode
}

/** A state in a word. `sos` is for what is an emergency now. */
export function Tag({ tone = 'plain', icon, children }: TagProps) {
  return (
    <span className={css.tag} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
