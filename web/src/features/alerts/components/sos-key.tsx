import { useText } from '../../../platform/i18n.ts'
import { useRaiseFacts } from '../raise.ts'
import { useSosPress } from '../use-sos-press.ts'
import { SosRing } from './sos-ring.tsx'
import css from './sos-key.module.css'

interface Props {
  /** `bar`: raised in the middle of the bottom bar. `rail`: at the foot of the rail. `small`: in a top bar. */
  size: 'bar' | 'rail' | 'small'
}

/** The SOS key that stands on every screen. It is the same SOS as the tile's. */
export function SosKey({ size }: Props) {
  const text = useText()
  const { handlers, isHolding } = useSosPress()
  const { countsDown } = useRaiseFacts()
  return (
    <button
      type="button"
      className={css.key}
      data-size={size}
      data-holding={isHolding || undefined}
      aria-label={text('alerts.sos.name')}
      title={text(countsDown ? 'alerts.sos.hint' : 'alerts.sos.hintAtOnce')}
      {...handlers}
    >
      <span>
        {size !== 'small' && <SosRing isHolding={isHolding} />}
        <b>{text('alerts.sos')}</b>
      </span>
    </button>
  )
}
