import { Button } from '@mantine/core'
import { IconMoonStars } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { QuietHoursCard } from '../../features/accounts/components/quiet-hours-card.tsx'
import { TestAlarm } from '../../features/alerts/components/test-alarm.tsx'
import { WakeWordSetting } from '../../features/hands-free/wake-word-setting.tsx'
import { MessageSoundCard } from '../../features/messaging/components/message-sound-card.tsx'
import { DeviceReport } from '../../features/devices/components/device-report.tsx'
import { ReadinessCheck } from '../../features/devices/components/readiness-check.tsx'
import { Readiness } from '../../features/devices/components/readiness.tsx'
import { StoredMapCard } from '../../features/streets/stored-map-card.tsx'
import { nextReadyStep } from '../../features/devices/ready-steps.ts'
import { useTestRang } from '../../features/alerts/test-alarms.ts'
import { useInstallation } from '../../platform/device/installation.ts'
import { usePushState } from '../../platform/push/push.ts'
import { useHttpsInfo } from '../../shared/devices/https.queries.ts'
import { joinPlatformOf } from '../../shared/devices/join-platforms.ts'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { useAccessToken } from '../../platform/session/session.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import { AlarmAppCheck } from '../alarm-app-check.tsx'
import { PushCheck } from '../push-check.tsx'

export function ReadyScreen() {
  const text = useText()
  const user = useCurrentUser()
  const { data: https } = useHttpsInfo()
  const platform = joinPlatformOf(navigator.userAgent, navigator.maxTouchPoints)
  const push = usePushState()
  const next = nextReadyStep({
    isSecure: window.isSecureContext,
    hasHttps: https === undefined ? undefined : https !== null,
    isPhone: platform === 'ios' || platform === 'android',
    installation: useInstallation(),
    push,
    isSignedIn: user !== null,
    hasRung: useTestRang(),
  })
  // The check of notifications stays where it is while the browser asks for the permission.
  const [shown, setShown] = useState(next)
  if (next !== shown && push !== 'checking') setShown(next)
  return (
    <Screen title={text('ready.title')}>
      {user && <DeviceReport isChecked />}
      <Readiness next={shown} notifications={<PushCheck />} testAlarm={<TestAlarm />}>
        <AlarmAppCheck />
        <MessageSoundCard />
        <QuietHoursCard />
        <StoredMapCard />
        <WakeWordSetting />
        <StandbyLink />
      </Readiness>
    </Screen>
  )
}

/** The link to the stand-by screen, which is for signed-in users. */
function StandbyLink() {
  const text = useText()
  if (useAccessToken() === null) return null
  return (
    <ReadinessCheck
      icon={IconMoonStars}
      title={text('standby.title')}
      state="optional"
      note={text('standby.openNote')}
      action={
        <Button component={Link} to={paths.standby}>
          {text('standby.open')}
        </Button>
      }
    />
  )
}
