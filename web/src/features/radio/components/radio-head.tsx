import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import css from './radio-head.module.css'

interface Props {
  title: string
  /** A line below the title. */
  note?: string | undefined
  onBack: () => void
  actions?: ReactNode
  /** Small SOS button for screens without the bottom bar. */
  sos: ReactNode
}

/** The header of a radio chat and of its history. */
export function RadioHead({ title, note, onBack, actions, sos }: Props) {
  const text = useText()
  return (
    <header className={css.head}>
      <ActionIcon aria-label={text('chrome.back')} onClick={onBack}>
        <IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <div className={css.title}>
        <h1 className="one-line">{title}</h1>
        {note !== undefined && <p className="one-line">{note}</p>}
      </div>
      {actions}
      <span className={css.sos}>{sos}</span>
    </header>
  )
}
