import { Button } from '@mantine/core'
import { Link, Navigate, useLocation } from '@tanstack/react-router'
import { useText } from '../platform/language/i18n.ts'
import { commentsIn } from '../platform/comments-path.ts'
import { paths } from '../platform/paths/paths.ts'
import { Screen } from '../ui/layout/screen.tsx'
import { EmptyState } from '../ui/states/states.tsx'

export function NotFoundScreen() {
  const text = useText()
  const comments = useLocation({ select: ({ pathname }) => commentsIn(pathname), structuralSharing: true })
  if (comments) return <Navigate to={paths.postComments} params={comments} replace />
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
