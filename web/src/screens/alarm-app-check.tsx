import { IconDeviceMobileVibration } from '@tabler/icons-react'
import { useAlarmApp } from '../features/alarm-app/alarm-app.queries.ts'
import { AlarmAppSetup } from '../features/alarm-app/components/alarm-app-setup.tsx'
import { ReadinessCheck, type ReadinessState } from '../features/devices/components/readiness-check.tsx'
import { useText } from '../platform/language/i18n.ts'
import { useAccessToken } from '../platform/session/session.ts'
import { joinPlatformOf } from '../shared/devices/join-platforms.ts'
import { ErrorState } from '../ui/states/states.tsx'

/** Shows whether the alarm app of this session receives alarms. It is for signed-in users; iPhones have none. */
export function AlarmAppCheck() {
  const text = useText()
  const isSignedIn = useAccessToken() !== null
  const isApple = joinPlatformOf(navigator.userAgent, navigator.maxTouchPoints) === 'ios'
  const { data, error, refetch } = useAlarmApp(isSignedIn && !isApple)
  if (!isSignedIn) return null
  const state = (): ReadinessState => {
    if (isApple) return 'optional'
    if (data === undefined) return error ? 'unchecked' : 'checking'
    if (data.device === null) return 'optional'
    return data.device.test?.receivedAt ? 'ok' : 'unchecked'
  }
  return (
    <ReadinessCheck
      icon={IconDeviceMobileVibration}
      title={text('alarmApp.title')}
      state={state()}
      note={text(isApple ? 'alarmApp.iphone' : 'alarmApp.note')}
    >
      {!isApple && <p>{text('alarmApp.iphone')}</p>}
      {data !== undefined && <AlarmAppSetup device={data.device} />}
      {data === undefined && error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </ReadinessCheck>
  )
}
