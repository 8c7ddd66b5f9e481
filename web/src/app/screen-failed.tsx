import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { SosButton } from '../features/alerts/sos/sos-button.tsx'
import { useText } from '../platform/language/i18n.ts'
import { useChrome } from '../ui/theme/chrome.ts'
import { Screen } from '../ui/layout/screen.tsx'
import { EmptyState } from '../ui/states/states.tsx'

/** The error page of each screen. The error stays in the screen, and the SOS button stays usable. */
export function ScreenFailed() {
  const text = useText()
  const hasNavigation = useChrome().smallSos !== null
  return (
    <Screen title={text('chrome.screenFailed')} actions={!hasNavigation && <SosButton size="small" />}>
      <EmptyState
        title={text('chrome.screenFailed')}
        note={text('chrome.screenFailedNote')}
        action={
          <Button leftSection={<IconRefresh size={20} stroke={2} />} onClick={() => window.location.reload()}>
            {text('chrome.reload')}
          </Button>
        }
      />
    </Screen>
  )
}
