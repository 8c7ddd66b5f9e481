import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { Screen } from '../ui/screen.tsx'
import { EmptyState } from '../ui/states.tsx'

export function NotFoundScreen() {
  const text = useText()
  return (
    <Screen title={text('chrome.pageNotFound')}>
      <EmptyState
        title={text('chrome.pageNotFound')}
        action={
          <Button component={Link} to={paths.home}>
            {text('chrome.goHome')}
          </Button>
        }
      />
    </Screen>
  )
}
