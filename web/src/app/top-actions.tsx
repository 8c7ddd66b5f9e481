import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useMe } from '../features/accounts/accounts.queries.ts'
import { VisitorMenu } from '../features/accounts/components/visitor-menu.tsx'
import { useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { ConnectionMark } from './connection-mark.tsx'
import { ProfileMenu } from './profile-menu.tsx'

/** The right end of the top bar (specification, section 2: navigation chrome). */
export function TopActions() {
  const isHome = useLocation({ select: ({ pathname }) => pathname === paths.home })
  return (
    <>
      {isHome && <ConnectionMark />}
      <PersonActions />
    </>
  )
}

function PersonActions() {
  const text = useText()
  const me = useMe()
  if (me) return <ProfileMenu me={me} />
  return (
    <>
      {me === null && (
        <Button component={Link} to={paths.login} variant="light" px="sm" mih={44}>
          {text('accounts.login')}
        </Button>
      )}
      <VisitorMenu />
    </>
  )
}
