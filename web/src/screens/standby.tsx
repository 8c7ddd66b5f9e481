import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { LastAlert } from '../features/alerts/components/last-alert.tsx'
import { enableSound, soundState, useSoundState } from '../platform/audio/output.ts'
import { type Battery, useBattery } from '../platform/device/battery.ts'
import { useText } from '../platform/language/i18n.ts'
import { paths } from '../platform/paths/paths.ts'
import { useConnection, useSlowChecks } from '../platform/connection/socket.ts'
import { useUnit } from '../platform/session/unit.ts'
import { useWakeLock, type WakeLockState } from '../platform/device/wake-lock.ts'
import { IdlePanel } from '../ui/layout/idle-panel.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import css from './standby.module.css'

/** Includes the emergency dialog. */
const OPEN_DIALOG = 'dialog[open], [role=dialog], [role=alertdialog]'
const LOW_BATTERY_PERCENT = 30

/** A dimmed screen for a phone or tablet on the table. An alarm opens over it as on every screen. */
export function StandbyScreen() {
  const text = useText()
  const unit = useUnit()
  const wakeLock = useWakeLock()
  const connection = useConnection()
  useSlowChecks()
  const sound = useSoundState()
  const leave = useLeave()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape and the button leave too
    <main className={css.screen} id="content" tabIndex={-1} onClick={leave}>
      <PageTitle>{text('standby.title')}</PageTitle>
      <h1 className="visually-hidden">{text('standby.title')}</h1>
      <IdlePanel>
        <p>{unit?.name}</p>
        <p role="status" className={css.connection} data-problem={connection === 'offline' || undefined}>
          {text(`standby.${connection}`)}
        </p>
        <LastAlert />
        <BatteryLine battery={useBattery()} />
        <SleepWarning wakeLock={wakeLock} />
        {sound === 'blocked' && <p className={css.warning}>{text('standby.soundHint')}</p>}
        <button type="button" className={css.leave} onClick={leave}>
          {text('standby.leave')}
        </button>
        <p className={css.hint}>{text('standby.leaveHint')}</p>
      </IdlePanel>
    </main>
  )
}

/**
 * Returns the function that leaves the screen, also by Escape. While the browser blocks sound, the first touch enables
 * it only.
 */
function useLeave() {
  const navigate = useNavigate()
  const leave = (event: { stopPropagation: () => void }) => {
    event.stopPropagation()
    if (soundState() === 'blocked') return void enableSound()
    void navigate({ to: paths.home })
  }
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    // An open dialog has already handled the key.
    if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector(OPEN_DIALOG) === null)
      void navigate({ to: paths.home })
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onEscape(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return leave
}

function BatteryLine({ battery }: { battery: Battery | null }) {
  const text = useText()
  if (!battery) return null
  const { percent, isCharging } = battery
  if (isCharging) return <p>{text('standby.charging', { percent })}</p>
  if (percent > LOW_BATTERY_PERCENT) return <p>{text('standby.battery', { percent })}</p>
  return <p className={css.warning}>{text('standby.batteryLow', { percent })}</p>
}

const sleepWarnings = {
  insecure: 'standby.sleepsInsecure',
  unavailable: 'standby.sleeps',
  refused: 'standby.sleepsRefused',
} as const

function SleepWarning({ wakeLock }: { wakeLock: WakeLockState }) {
  const text = useText()
  if (wakeLock === 'pending' || wakeLock === 'held') return null
  return <p className={css.warning}>{text(sleepWarnings[wakeLock])}</p>
}
