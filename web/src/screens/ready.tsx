import { WakeWordSetting } from '../features/hands-free/wake-word-setting.tsx'
import { Readiness } from '../features/https/components/readiness.tsx'
import { StoredMapCard } from '../features/streets/stored-map-card.tsx'
import { useText } from '../platform/i18n.ts'
import { Screen } from '../ui/screen.tsx'

export function ReadyScreen() {
  const text = useText()
  return (
    <Screen title={text('ready.title')}>
      <Readiness>
        <StoredMapCard />
        <WakeWordSetting />
      </Readiness>
    </Screen>
  )
}
