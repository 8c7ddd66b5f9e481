import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useAccessToken } from '../../../platform/session/session.ts'
import { EmptyState } from '../../../ui/states/states.tsx'

/**
 * Replaces a feed that does not exist for the user. Visitors get a link to the sign-in: they may see the feed
 * afterwards.
 */
export function FeedNotFound() {
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
