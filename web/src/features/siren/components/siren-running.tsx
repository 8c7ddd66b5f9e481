import { useText } from '../../../platform/language/i18n.ts'
import { useWakeLock } from '../../../platform/device/wake-lock.ts'
import { IdlePanel } from '../../../ui/layout/idle-panel.tsx'
import { type TextOfAlert, useAnnouncements } from '../use-announcements.ts'
import { storeSirenToken, useSirenAlarms, useSirenView } from '../use-siren.ts'
import { SirenAlarm } from './siren-alarm.tsx'
import { DeviceWarnings, SoundGate } from './siren-device.tsx'
import { SirenIdle, SirenWarning } from './siren-idle.tsx'
import css from './siren.module.css'

/** A paired siren screen: it shows the idle screen, the alarm or the notice of its revocation. */
export function SirenRunning({ token, textOf }: { token: string; textOf: TextOfAlert }) {
  const text = useText()
  const wakeLock = useWakeLock()
  const view = useSirenView(token)
  const alarms = useSirenAlarms(view)
  useAnnouncements(token, alarms, textOf)
  return (
    <main className={css.screen} id="content" tabIndex={-1}>
      {alarms.alerts.length === 0 && <h1 className="visually-hidden">{text('siren.title')}</h1>}
      {view.connection === 'revoked' ? (
        <Revoked />
      ) : alarms.alerts.length > 0 ? (
        <SirenAlarm view={view} alarms={alarms} />
      ) : (
        <SirenIdle view={view}>
          <SoundGate />
          <DeviceWarnings wakeLock={wakeLock} />
        </SirenIdle>
      )}
    </main>
  )
}

function Revoked() {
  const text = useText()
  return (
    <IdlePanel>
      <SirenWarning title={text('siren.revoked')}>
        <p>{text('siren.revokedNote')}</p>
      </SirenWarning>
      <button type="button" className={css.plain} onClick={() => storeSirenToken(null)}>
        {text('siren.enterCode')}
      </button>
    </IdlePanel>
  )
}
