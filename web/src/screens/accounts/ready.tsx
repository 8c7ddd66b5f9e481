import { Button } from '@mantine/core'
import { IconMoonStars } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { QuietHoursCard } from '../../features/accounts/components/quiet-hours-card.tsx'
import { TestAlarm } from '../../features/alerts/components/test-alarm.tsx'
import { WakeWordSetting } from '../../features/hands-free/wake-word-setting.tsx'
import { MessageSoundCard } from '../../features/messaging/components/message-sound-card.tsx'
import { DeviceReport } from '../../features/devices/components/device-report.tsx'
import { ReadinessCheck } from '../../features/devices/components/readiness-check.tsx'
import { Readiness } from '../../features/devices/components/readiness.tsx'
import { StoredMapCard } from '../../features/streets/stored-map-card.tsx'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { useAccessToken } from '../../platform/session/session.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import { PushCheck } from '../push-check.tsx'

export function ReadyScreen() {
  const text = useText()
  const user = useCurrentUser()
  return (
    <Screen title={text('ready.title')}>
      {user && <DeviceReport isChecked />}
      <Readiness>
        <PushCheck />
        <MessageSoundCard />
        <QuietHoursCard />
        <TestAlarm />
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
