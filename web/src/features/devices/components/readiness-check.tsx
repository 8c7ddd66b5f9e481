import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCirclePlus, IconLoader2 } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import card from '../../../ui/layout/check-card.module.css'
import css from './readiness.module.css'

/** The result of a check. `optional`: the device works without it. */
export type ReadinessState = 'ok' | 'unchecked' | 'checking' | 'problem' | 'optional'

const icons = {
  ok: IconCircleCheck,
  unchecked: IconCircleDashed,
  checking: IconLoader2,
  problem: IconAlertTriangle,
  optional: IconCirclePlus,
}

const tones: { readonly [State in ReadinessState]?: 'ok' | 'warn' } = { ok: 'ok', problem: 'warn' }

interface ReadinessCheckProps {
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': 'true' }>
  title: string
  state: ReadinessState
  /** The purpose, or the advice for a problem. */
  note: string
  /** The button that checks it, or the link that helps. */
  action?: ReactNode
  children?: ReactNode
}

/** One capability of the device: its state, what to do, and a button. */
export function ReadinessCheck({ icon: Icon, title, state, note, action, children }: ReadinessCheckProps) {
  const text = useText()
  const StateIcon = icons[state]
  return (
    <Card className={card.check}>
      <div className={card.head}>
        <Icon size={24} stroke={1.75} aria-hidden="true" />
        <h2>{title}</h2>
        <output className={card.state} data-tone={tones[state]}>
          <StateIcon size={20} stroke={2} aria-hidden="true" />
          {text(`ready.state.${state}`)}
        </output>
      </div>
      <p className={css.note}>{note}</p>
      {children}
      {action && <div className={css.action}>{action}</div>}
    </Card>
  )
}
