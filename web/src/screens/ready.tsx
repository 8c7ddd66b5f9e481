import { TestAlarm } from '../features/alerts/components/test-alarm.tsx'
import { WakeWordSetting } from '../features/hands-free/wake-word-setting.tsx'
import { DeviceReport } from '../features/https/components/device-report.tsx'
import { Readiness } from '../features/https/components/readiness.tsx'
import { useCurrentUser } from '../platform/current-user.ts'
import { useText } from '../platform/i18n.ts'
import { Screen } from '../ui/screen.tsx'
import { PushCheck } from './push-check.tsx'

export function ReadyScreen() {
  const text = useText()
  const user = useCurrentUser()
  return (
    <Screen title={text('ready.title')}>
      {user && <DeviceReport isChecked />}
      <Readiness>
        <PushCheck />
        <TestAlarm />
        <WakeWordSetting />
      </Readiness>
    </Screen>
  )
}
