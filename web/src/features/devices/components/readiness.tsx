import type { ReactNode } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { READY_STEPS, type ReadyStep } from '../ready-steps.ts'
import { InstallCheck, StoredCheck } from './app-checks.tsx'
import { CameraCheck, MicrophoneCheck } from './media-checks.tsx'
import { ConnectionCheck, LocationCheck, SecureCheck, SoundCheck } from './other-checks.tsx'
import css from './readiness.module.css'

interface ReadinessProps {
  /** The step whose check is shown first. */
  next: ReadyStep | null
  notifications: ReactNode
  testAlarm: ReactNode
  /** The checks of other features. */
  children?: ReactNode
}

/** The capabilities of this device, and advice for those that are missing. The next step is first. */
export function Readiness({ next, notifications, testAlarm, children }: ReadinessProps) {
  const text = useText()
  const checks: Record<ReadyStep, ReactNode> = {
    trust: <SecureCheck />,
    install: <InstallCheck />,
    notifications,
    test: testAlarm,
  }
  const later = (step: ReadyStep) => step !== next && checks[step]
  return (
    <div className={css.column}>
      <p>{text('ready.intro')}</p>
      {next !== null && (
        <>
          <p className={css.next}>{text('ready.next', { number: READY_STEPS.indexOf(next) + 1, count: READY_STEPS.length })}</p>
          {checks[next]}
        </>
      )}
      {later('trust')}
      <ConnectionCheck />
      {later('install')}
      <StoredCheck />
      <SoundCheck />
      <MicrophoneCheck />
      <CameraCheck />
      <LocationCheck />
      {later('notifications')}
      {later('test')}
      {children}
    </div>
  )
}
