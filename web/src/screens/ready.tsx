import { WakeWordSetting } from '../features/hands-free/wake-word-setting.tsx'
import { Readiness } from '../features/https/components/readiness.tsx'
import { useText } from '../platform/i18n.ts'
import { Screen } from '../ui/screen.tsx'
import { PushCheck } from './push-check.tsx'

export function ReadyScreen() {
  const text = useText()
  return (
    <Screen title={text('ready.title')}>
      <Readiness>
        <PushCheck />
        <WakeWordSetting />
      </Readiness>
    </Screen>
  )
}
