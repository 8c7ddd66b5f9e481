import { ActionIcon, Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { useMe } from '../../features/accounts/accounts.queries.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { Avatar } from '../../shared/people/avatar.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { MainMenu } from './main-menu.tsx'
import css from './top-actions.module.css'

interface Props {
  onSearch: () => void
  /** The search was just closed: the focus returns to its button. */
  hasSearched: boolean
}

/** The buttons at the right end of the top bar (specification, section 2: navigation chrome). */
export function TopActions(props: Props) {
  const isHome = useLocation({ select: ({ pathname }) => pathname === paths.home })
  const me = useMe()
  return (
    <>
      {isHome && <ConnectionStatus />}
      {me ? <UserActions me={me} isHome={isHome} {...props} /> : <VisitorActions isVisitor={me === null} isHome={isHome} />}
      <MainMenu me={me} />
    </>
  )
}

function UserActions({ me, isHome, onSearch, hasSearched }: Props & { me: Me; isHome: boolean }) {
  const text = useText()
  return (
    <>
      {!me.isRestricted && (
        // oxlint-disable-next-line no-autofocus -- only after a search that was opened here: the focus returns to its button
        <ActionIcon aria-label={text('people.search')} onClick={onSearch} autoFocus={hasSearched}>
          <IconSearch size={24} stroke={1.75} />
        </ActionIcon>
      )}
      {isHome && (
        <Link to={paths.me} className={css.avatar} aria-label={text('profile.mine')}>
          <Avatar person={me} size={34} />
        </Link>
      )}
    </>
  )
}

/** Keeps the space of the user's buttons free until the session is known. */
function VisitorActions({ isVisitor, isHome }: { isVisitor: boolean; isHome: boolean }) {
  const text = useText()
  return (
    <>
      {!isVisitor && (
        <>
          <span className={css.avatar} />
          {isHome && <span className={css.avatar} />}
        </>
      )}
      {isVisitor && (
        <Button component={Link} to={paths.login} variant="light" px="sm" className={css.login}>
          {text('accounts.login')}
        </Button>
      )}
    </>
  )
}
