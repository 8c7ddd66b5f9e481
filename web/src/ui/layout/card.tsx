import type { ReactNode } from 'react'
import css from './card.module.css'

/** A surface that groups content. Cards are never nested. */
export function Card({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <section className={[css.card, className].filter(Boolean).join(' ')}>{children}</section>
}
