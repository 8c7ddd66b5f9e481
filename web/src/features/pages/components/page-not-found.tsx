import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useAccessToken } from '../../../platform/session/session.ts'
import { EmptyState } from '../../../ui/states/states.tsx'

/**
 * Replaces a page that does not exist for the user. Visitors get a link to the sign-in: they may see the page
 * afterwards.
 */
export function PageNotFound() {
  const text = useText()
  const isSignedIn = useAccessToken() !== null
  return (
    <EmptyState
      title={text('pages.notFound')}
      note={text(isSignedIn ? 'pages.notFoundNote' : 'pages.notFoundLogin')}
      action={
        <Button renderRoot={(props) => <Link {...props} to={isSignedIn ? paths.pages : paths.login} />}>
          {text(isSignedIn ? 'pages.toPages' : 'pages.login')}
        </Button>
      }
    />
  )
}
