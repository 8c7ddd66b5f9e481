import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { useAccessToken } from '../../../platform/session.ts'
import { EmptyState } from '../../../ui/states.tsx'

/** A page that is not there for this reader. Who is not signed in may find it after login, and goes there by themselves. */
export function PageGone() {
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
