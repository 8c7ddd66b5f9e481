import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useText } from '../platform/i18n.ts'
import { Screen } from '../ui/screen.tsx'
import { EmptyState } from '../ui/states.tsx'

/** The boundary of each screen: what broke stays in it, and SOS stays usable. */
export function ScreenFailed() {
  const text = useText()
  return (
    <Screen title={text('chrome.screenFailed')}>
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
