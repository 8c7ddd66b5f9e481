import type { ReactNode } from 'react'
import css from './resolved-badge.module.css'

/** The badge of a resolved alert: a ribbon from the left edge. */
export function ResolvedBadge({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className={css.badge}>
      {icon}
      {children}
    </p>
  )
}
