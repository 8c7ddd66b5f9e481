import css from './sos-ring.module.css'

/** The ring of an SOS button. It fills while the button is held; the SOS is sent when it is full. */
export function SosRing({ isHolding }: { isHolding: boolean }) {
  return (
    <svg className={css.ring} viewBox="0 0 104 104" aria-hidden="true" data-holding={isHolding || undefined}>
      <circle className={css.track} cx="52" cy="52" r="47" />
      <circle className={css.arc} cx="52" cy="52" r="47" pathLength="1" />
    </svg>
  )
}
