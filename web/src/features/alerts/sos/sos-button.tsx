import { shortcutOf } from '../../../platform/commands/commands.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { useRaiseView } from './raise.ts'
import { useSosPress } from './use-sos-press.ts'
import { SosRing } from './sos-ring.tsx'
import css from './sos-button.module.css'

interface Props {
  /** `bar`: raised in the middle of the bottom bar. `rail`: at the foot of the rail. `small`: in a top bar. */
  size: 'bar' | 'rail' | 'small'
}

/** The SOS button of every screen. It raises the same SOS as the tile. */
export function SosButton({ size }: Props) {
  const text = useText()
  const { handlers, isHolding } = useSosPress()
  const { countsDown } = useRaiseView()
  return (
    <button
      type="button"
      className={css.button}
      data-sos
      data-size={size}
      data-holding={isHolding || undefined}
      aria-label={text('alerts.sos.name')}
      aria-keyshortcuts={shortcutOf('sos.countDown')}
      title={text(countsDown ? 'alerts.sos.hint' : 'alerts.sos.hintAtOnce')}
      {...handlers}
    >
      <span data-toast-clear>
        {size !== 'small' && <SosRing isHolding={isHolding} />}
        <b>{text('alerts.sos')}</b>
      </span>
    </button>
  )
}
