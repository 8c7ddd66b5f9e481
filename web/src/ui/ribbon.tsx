import type { ReactNode } from 'react'
import css from './ribbon.module.css'

/** Resolved: a swallow-tailed ribbon from the left edge, as on a festival banner. */
export function Ribbon({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className={css.ribbon}>
      {icon}
      {children}
    </p>
  )
}
