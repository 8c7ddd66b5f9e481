import { IconAlertTriangle, IconMapPin, IconMapPinOff } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { runCommand } from '../../../platform/commands/commands.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { age } from '../../../platform/language/time.ts'
import { useDeviceNow } from '../../../platform/use-now.ts'
import { TopDialog } from '../../../ui/dialogs/top-dialog.tsx'
import { outbox } from '../../../platform/outbox/outbox.ts'
import { useUnsentSos } from './unsent-sos.ts'
import { COUNTDOWN_MS } from '../../../platform/early-presses.ts'
import { cancelSos, sosRaiser, useRaiseView } from './raise.ts'
import css from './sos-dialog.module.css'

// `as`: the style type of React has no custom properties.
const countdown = { '--countdown': `${COUNTDOWN_MS}ms` } as CSSProperties

interface FooterProps {
  /** Alarms of others. They are below the content and always visible. */
  footer: ReactNode
}

/** Whole seconds until a time of this device's clock. */
function useSecondsUntil(endsAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.ceil((endsAt - now) / 1000)
  return Math.min(Math.max(1, seconds), COUNTDOWN_MS / 1000) // limits the value if the clock is changed meanwhile
}

/** The countdown after a tap on SOS. The SOS is sent at its end, unless the user cancels. */
export function SosCountdown({ footer }: FooterProps) {
  const text = useText()
  const { stage, endsAt } = useRaiseView()
  const seconds = useSecondsUntil(endsAt)
  const cancel = () => void runCommand('sos.cancel', undefined)
  return (
    <TopDialog role="alertdialog" labelledBy="sos-title" describedBy="sos-location" onEscape={cancel} className={css.dialog}>
      <div className={css.scroll}>
        <div className={css.content}>
          <h1 id="sos-title">{text('alerts.sos.countdown')}</h1>
          {stage === 'awaitingSpeech' ? (
            <p className={css.why} role="alert">
              {text('alerts.sos.awaitingSpeech')}
            </p>
          ) : (
            <p className={css.number} style={countdown}>
              <svg viewBox="0 0 104 104" aria-hidden="true">
                <circle cx="52" cy="52" r="47" />
                <circle cx="52" cy="52" r="47" pathLength="1" />
              </svg>
              <b aria-hidden="true">{seconds}</b>
              <span className="visually-hidden" role="timer" aria-live="assertive" aria-atomic="true">
                {text('alerts.sos.countdownSaid', { count: seconds })}
              </span>
            </p>
          )}
          <LocationLine />
        </div>
      </div>
      <div className={css.buttons}>
        <button type="button" className={css.primary} data-first-focus onClick={() => sosRaiser.sendNow()}>
          {text('alerts.sos.sendNow')}
        </button>
        <button type="button" className={css.outline} onClick={cancel}>
          {text('alerts.sos.cancel')}
        </button>
      </div>
      {footer}
    </TopDialog>
  )
}

const locationKeys = {
  seeking: 'alerts.sos.finding',
  known: 'alerts.sos.lastKnown',
  found: 'alerts.sos.located',
  none: 'alerts.sos.noLocation',
} as const

/** Whether the SOS has a location, and the age of an older one. */
function LocationLine() {
  const text = useText()
  const language = useLanguage()
  const now = useDeviceNow()
  const { locationState, location } = useRaiseView()
  const Icon = locationState === 'none' ? IconMapPinOff : IconMapPin
  return (
    <p className={css.location} id="sos-location">
      <Icon size={20} stroke={2} aria-hidden="true" />
      {text(locationKeys[locationState], { age: location ? age(new Date(location.at).toISOString(), now, language) : '' })}
    </p>
  )
}

/** Shown from sending until the server's reply. It does not say 'sent'; the alert's page does. */
export function SosSending({ footer }: FooterProps) {
  const text = useText()
  return (
    <TopDialog
      role="alertdialog"
      labelledBy="sos-title"
      describedBy="sos-location"
      onEscape={() => undefined}
      className={css.dialog}
    >
      <div className={css.scroll}>
        <div className={css.content}>
          <h1 id="sos-title" tabIndex={-1} data-first-focus>
            {text('alerts.sos.sending')}
          </h1>
          <p className={css.beacon} aria-hidden="true" />
          <LocationLine />
        </div>
      </div>
      {footer}
    </TopDialog>
  )
}

interface KeptProps extends FooterProps {
  clientId: string
  onHide: () => void
}

/** Tells the user that this SOS is not sent yet, because the server did not reply. */
export function SosKept({ clientId, onHide, footer }: KeptProps) {
  const text = useText()
  const sos = useUnsentSos().find((each) => each.clientId === clientId)
  const [isAsking, setAsking] = useState(false)
  const question = sos?.mayHaveArrived ? 'alerts.sos.withdrawTried' : 'alerts.sos.withdrawConfirm'
  return (
    <TopDialog role="alertdialog" labelledBy="sos-title" describedBy="sos-why" onEscape={onHide} className={css.dialog}>
      <div className={css.scroll}>
        <div className={css.content}>
          <IconAlertTriangle size={56} stroke={1.75} aria-hidden="true" />
          <h1 id="sos-title">{text('alerts.sos.kept')}</h1>
          <p className={css.why} id="sos-why">
            {text(isAsking ? question : 'alerts.sos.keptWhy')}
          </p>
          <p className={css.location} role="status">
            {text('alerts.sos.keptTries', { count: sos?.tries ?? 0 })}
          </p>
        </div>
      </div>
      {isAsking ? (
        <div className={css.buttons}>
          <button type="button" className={css.primary} onClick={() => setAsking(false)}>
            {text('alerts.sos.keepSending')}
          </button>
          <button type="button" className={css.outline} onClick={() => cancelSos(clientId)}>
            {text('alerts.sos.withdraw')}
          </button>
        </div>
      ) : (
        <div className={css.buttons}>
          <button type="button" className={css.primary} data-first-focus onClick={() => void outbox.retryNow()}>
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
      {footer}
    </TopDialog>
  )
}
