import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { useAccessToken } from '../../../platform/session.ts'
import { EmptyState } from '../../../ui/states.tsx'

/** A feed that is not there for this reader. Who is not signed in may find it after login, and goes there by themselves. */
export function FeedGone() {
  const text = useText()
  const isSignedIn = useAccessToken() !== null
  return (
    <EmptyState
      title={text('feeds.notFound')}
      note={text(isSignedIn ? 'feeds.notFoundNote' : 'feeds.notFoundLogin')}
      action={
        <Button component={Link} to={isSignedIn ? paths.feeds : paths.login}>
          {text(isSignedIn ? 'feeds.toFeeds' : 'feeds.login')}
        </Button>
      }
    />
  )
}
