import type { SharingMode } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/language/i18n.ts'
import css from './sharing-question.module.css'

interface Props {
  onChoose: (mode: SharingMode) => void
  isBusy: boolean
}

const modes = ['always', 'emergency', 'never'] as const

/** Asks once for the consent to share the location. It is part of the page, so that the SOS button stays in reach. */
export function SharingQuestion({ onChoose, isBusy }: Props) {
  const text = useText()
  return (
    <section className={css.question} role="dialog" aria-labelledby="sharing-title" aria-describedby="sharing-why">
      <h2 id="sharing-title">{text('accounts.sharing.title')}</h2>
      <p id="sharing-why">{text('accounts.sharing.why')}</p>
      <div className={css.modes}>
        {modes.map((mode) => (
          <button key={mode} type="button" disabled={isBusy} onClick={() => onChoose(mode)}>
            <b>{text(`accounts.sharing.${mode}`)}</b>
            <span>{text(`accounts.sharing.${mode}Note`)}</span>
          </button>
        ))}
      </div>
    </section>
  )
}
