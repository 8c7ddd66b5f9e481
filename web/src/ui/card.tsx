import type { ReactNode } from 'react'
import css from './card.module.css'

/** A surface for what belongs together; never one card in another. */
export function Card({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <section className={[css.card, className].filter(Boolean).join(' ')}>{children}</section>
}
