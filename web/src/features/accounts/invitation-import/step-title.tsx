import { type ReactNode, useEffect, useRef } from 'react'
import css from './invitation-import.module.css'

/** The title of a step. It takes the focus, which was on a button of the step before. */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 ref={title} tabIndex={-1} className={css.title}>
      {children}
    </h3>
  )
}
