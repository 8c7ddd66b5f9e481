import { IconAlertTriangle, IconMapPin, IconMapPinOff } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { TopDialog } from '../../../ui/top-dialog.tsx'
import { outbox, useUnsentSos } from '../outbox.ts'
import { COUNTDOWN_MS } from '../raise.machine.ts'
import { raising, useRaiseFacts, withdrawSos } from '../raise.ts'
import css from './sos-dialog.module.css'

// `as`: React's type of style knows no custom properties.
const countdown = { '--countdown': `${COUNTDOWN_MS}ms` } as CSSProperties

/** Whole seconds until a moment of this device's clock. */
function useSecondsUntil(endsAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100)
    return () => clearInterval(timer)
  }, [])
  return Math.max(1, Math.ceil((endsAt - now) / 1000))
}

/** After a tap on SOS: it is sent when the countdown ends, unless it is cancelled. */
export function SosCountdown() {
  const text = useText()
  const { endsAt } = useRaiseFacts()
  const seconds = useSecondsUntil(endsAt)
  const cancel = () => raising.send({ type: 'CANCEL' })
  return (
    <TopDialog role="alertdialog" labelledBy="sos-title" describedBy="sos-place" onEscape={cancel} className={css.dialog}>
      <div className={css.content}>
        <h1 id="sos-title">{text('alerts.sos.countdown')}</h1>
        <p className={css.number} style={countdown}>
          <svg viewBox="0 0 104 104" aria-hidden="true">
            <circle cx="52" cy="52" r="47" />
            <circle cx="52" cy="52" r="47" pathLength="1" />
          </svg>
          <b aria-hidden="true">{seconds}</b>
          <span className="visually-hidden" role="timer" aria-live="assertive" aria-atomic="true">
            {text('alerts.sos.countdownSaid', { seconds })}
          </span>
        </p>
        <PlaceLine />
        <div className={css.keys}>
          <button type="button" className={css.primary} data-first-focus onClick={() => raising.send({ type: 'SEND_NOW' })}>
            {text('alerts.sos.sendNow')}
          </button>
          <button type="button" className={css.outline} onClick={cancel}>
            {text('alerts.sos.cancel')}
          </button>
        </div>
      </div>
    </TopDialog>
  )
}

/** Whether the position will go with the SOS. */
function PlaceLine() {
  const text = useText()
  const { place } = useRaiseFacts()
  const Icon = place === 'none' ? IconMapPinOff : IconMapPin
  const key = place === 'seeking' ? 'alerts.sos.finding' : place === 'found' ? 'alerts.sos.located' : 'alerts.sos.noPosition'
  return (
    <p className={css.place} id="sos-place">
      <Icon size={20} stroke={2} aria-hidden="true" />
      {text(key)}
    </p>
  )
}

/** From the moment of sending to the unit's answer. It never says 'sent': the alert's page does. */
export function SosSending() {
  const text = useText()
  return (
    <TopDialog
      role="alertdialog"
      labelledBy="sos-title"
      describedBy="sos-place"
      onEscape={() => undefined}
      className={css.dialog}
    >
      <div className={css.content}>
        <h1 id="sos-title" tabIndex={-1} data-first-focus>
          {text('alerts.sos.sending')}
        </h1>
        <p className={css.beacon} aria-hidden="true" />
        <PlaceLine />
      </div>
    </TopDialog>
  )
}

interface KeptProps {
  clientId: string
  onHide: () => void
}

/** The unit did not answer: says plainly that this SOS is not sent yet. */
export function SosKept({ clientId, onHide }: KeptProps) {
  const text = useText()
  const sos = useUnsentSos().find((each) => each.clientId === clientId)
  const [isAsking, setAsking] = useState(false)
  const question = sos?.mayHaveArrived ? 'alerts.sos.withdrawTried' : 'alerts.sos.withdrawConfirm'
  return (
    <TopDialog role="alertdialog" labelledBy="sos-title" describedBy="sos-why" onEscape={onHide} className={css.dialog}>
      <div className={css.content}>
        <IconAlertTriangle size={56} stroke={1.75} aria-hidden="true" />
        <h1 id="sos-title">{text('alerts.sos.kept')}</h1>
        <p className={css.why} id="sos-why">
          {text(isAsking ? question : 'alerts.sos.keptWhy')}
        </p>
        <p className={css.place} role="status">
          {text('alerts.sos.keptTries', { count: sos?.tries ?? 0 })}
        </p>
        {isAsking ? (
          <div className={css.keys}>
            <button type="button" className={css.primary} onClick={() => setAsking(false)}>
              {text('alerts.sos.keepSending')}
            </button>
            <button type="button" className={css.outline} onClick={() => withdrawSos(clientId)}>
              {text('alerts.sos.withdraw')}
            </button>
          </div>
        ) : (
          <div className={css.keys}>
            <button type="button" className={css.primary} data-first-focus onClick={() => void outbox.nudge()}>
              {text('alerts.sos.tryNow')}
            </button>
            <button type="button" className={css.outline} onClick={onHide}>
              {text('alerts.sos.hide')}
            </button>
            <button type="button" className={css.quiet} onClick={() => setAsking(true)}>
              {text('alerts.sos.withdraw')}
            </button>
          </div>
        )}
      </div>
    </TopDialog>
  )
}
