import { useText } from '../../../platform/language/i18n.ts'
import { useRaiseView } from './raise.ts'
import { observeSosTile } from './sos-tile-view.ts'
import { useSosPress } from './use-sos-press.ts'
import { SosRing } from './sos-ring.tsx'
import css from './sos-tile.module.css'

interface Props {
  /** Number of people that the SOS would reach; null for a visitor. */
  reach: number | null
}

/** The large SOS button of the home screen. */
export function SosTile({ reach }: Props) {
  const text = useText()
  const { handlers, isHolding } = useSosPress()
  const { countsDown } = useRaiseView()
  const reachText = reach === null ? text('alerts.sos.reach.unknown') : text('alerts.sos.reach', { count: reach })
  return (
    <button
      type="button"
      ref={observeSosTile}
      className={css.tile}
      data-sos
      data-toast-clear
      data-holding={isHolding || undefined}
      title={text(countsDown ? 'alerts.sos.hint' : 'alerts.sos.hintAtOnce')}
      {...handlers}
    >
      <svg className={css.smoke} viewBox="0 0 328 136" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
        <path d="M-10 132c60-4 84-34 122-34s44 22 74 22 40-30 72-30 52 34 92 40v20H-10z" />
        <path d="M306 92c-24-24 24-38 2-66-11-14-6-26 2-38" />
      </svg>
      <span className={css.ring}>
        <SosRing isHolding={isHolding} />
        <b aria-hidden="true">{text('alerts.sos')}</b>
      </span>
      <span className={css.text}>
        <span className="visually-hidden">{text('alerts.sos.name')}</span>
        <strong>{text(isHolding ? 'alerts.sos.holding' : 'alerts.sos.hold')}</strong>
        <span id="sos-hint">{isHolding ? text(countsDown ? 'alerts.sos.letGo' : 'alerts.sos.letGoSends') : reachText}</span>
      </span>
    </button>
  )
}
