import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './form.module.css'

/** The error of a field that is not a Mantine input. Renders nothing without an error. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className={css.problem} role="alert">
      <IconAlertTriangle size={18} stroke={2} aria-hidden="true" />
      {children}
    </p>
  )
}
