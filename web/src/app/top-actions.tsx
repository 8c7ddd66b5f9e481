import { ActionIcon, Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { useMe } from '../features/accounts/accounts.queries.ts'
import { VisitorMenu } from '../features/accounts/components/visitor-menu.tsx'
import { useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ConnectionMark } from './connection-mark.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import css from './top-actions.module.css'

interface Props {
  onSearch: () => void
  /** The search was just closed: the focus goes back to its key. */
  hasSearched: boolean
}

/** The right end of the top bar (specification, section 2: navigation chrome). */
export function TopActions(props: Props) {
  const isHome = useLocation({ select: ({ pathname }) => pathname === paths.home })
  const me = useMe()
  return (
    <>
      {isHome && <ConnectionMark />}
      {me ? <PersonActions me={me} isHome={isHome} {...props} /> : <VisitorActions isVisitor={me === null} />}
    </>
  )
}

function PersonActions({ me, isHome, onSearch, hasSearched }: Props & { me: Me; isHome: boolean }) {
  const text = useText()
  return (
    <>
      {/* oxlint-disable-next-line no-autofocus -- only after a search that was begun here: the focus returns to where it came from */}
      <ActionIcon aria-label={text('people.search')} onClick={onSearch} autoFocus={hasSearched}>
        <IconSearch size={24} stroke={1.75} />
      </ActionIcon>
      {isHome && (
        <Link to={paths.me} className={css.face} aria-label={text('profile.mine')}>
          <Avatar person={me} size={34} />
        </Link>
      )}
      <ProfileMenu me={me} />
    </>
  )
}

function VisitorActions({ isVisitor }: { isVisitor: boolean }) {
  const text = useText()
  return (
    <>
      {isVisitor && (
        <Button component={Link} to={paths.login} variant="light" px="sm" mih={44}>
          {text('accounts.login')}
        </Button>
      )}
      <VisitorMenu />
    </>
  )
}
