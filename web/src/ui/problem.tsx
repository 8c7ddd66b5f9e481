import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './form.module.css'

/** What is wrong with a field that is none of Mantine's; nothing while nothing is. */
export function Problem({ id, children }: { id?: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className={css.problem} role="alert">
      <IconAlertTriangle size={18} stroke={2} aria-hidden="true" />
      {children}
    </p>
  )
}
