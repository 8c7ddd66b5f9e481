import {
  IconBell,
  IconBellFilled,
  IconFileText,
  IconFileTextFilled,
  IconHome,
  IconHomeFilled,
  IconMessageCircle,
  IconMessageCircleFilled,
  IconNews,
  IconPhone,
  IconPhoneFilled,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { useAccessToken } from '../../platform/session/session.ts'
import { SosButton } from '../../features/alerts/sos/sos-button.tsx'
import { useSosTileInView } from '../../features/alerts/sos/sos-tile-view.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { LazyContent, retryUntilLoaded } from '../../ui/states/lazy-content.tsx'
import { Logo } from '../../ui/theme/logo.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import css from './navigation.module.css'

const home = { to: paths.home, label: 'chrome.home', icon: IconHome, current: IconHomeFilled } as const
const messages = {
  to: paths.messages,
  label: 'messages.title',
  icon: IconMessageCircle,
  current: IconMessageCircleFilled,
  section: /^\/(messages|asr-chat)(\/|$)/,
} as const
// Tabler has no filled variant of this icon.
const feeds = { to: paths.feeds, label: 'feeds.title', icon: IconNews, current: IconNews, section: /^\/feeds?(\/|$)/ } as const
const pages = {
  to: paths.pages,
  label: 'pages.title',
  icon: IconFileText,
  current: IconFileTextFilled,
  section: /^\/pages?(\/|$)/,
} as const
const alerts = { to: paths.alerts, label: 'chrome.alerts', icon: IconBell, current: IconBellFilled } as const
const calls = { to: paths.calls, label: 'calls.title', icon: IconPhone, current: IconPhoneFilled } as const

// The first screen does not wait for the messaging code.
const UnreadMessages = lazy(() =>
  retryUntilLoaded(() => import('../../overlays/unread-messages.tsx')).then(({ UnreadMessages }) => ({
    default: UnreadMessages,
  })),
)

const MissedCalls = lazy(() =>
  retryUntilLoaded(() => import('../../overlays/missed-calls.tsx')).then(({ MissedCalls }) => ({ default: MissedCalls })),
)

/**
 * The main navigation. Phones show a bottom bar with the SOS button in the middle; desktops show a rail with feeds and
 * pages too and the SOS button at its end.
 */
export function Navigation() {
  const text = useText()
  const isWide = useWide()
  const isSignedIn = useAccessToken() !== null
  const isTileInView = useSosTileInView()
  return (
    <nav className={css.nav} data-toast-clear data-signed-in={isSignedIn || undefined} aria-label={text('chrome.main')}>
      <span className={css.logo}>
        <Logo size={34} />
      </span>
      <Item {...home} />
      {isSignedIn && (
        <>
          <Item {...messages}>
            <LazyContent>
              <UnreadMessages />
            </LazyContent>
          </Item>
          <Item {...alerts} />
          <Item {...calls}>
            <LazyContent>
              <MissedCalls />
            </LazyContent>
          </Item>
        </>
      )}
      {isWide && (
        <>
          <Item {...feeds} />
          <Item {...pages} />
        </>
      )}
      {!isTileInView && (
        <span className={css.sos}>
          <SosButton size={isWide ? 'rail' : 'bar'} />
        </span>
      )}
    </nav>
  )
}

type ItemProps = (typeof home | typeof messages | typeof alerts | typeof calls | typeof feeds | typeof pages) & {
  /** Matches the paths of the item's screens if they do not start with `to`. */
  section?: RegExp
  children?: ReactNode
}

function Item({ to, label, icon: Icon, current: Current, section, children }: ItemProps) {
  const text = useText()
  const isInSection = useLocation({ select: ({ pathname }) => section?.test(pathname) === true })
  return (
    <Link
      to={to}
      className={css.item}
      activeOptions={{ exact: to === paths.home }}
      {...(isInSection && { 'aria-current': 'page' })}
    >
      {({ isActive }) => (
        <>
          <span className={css.icon}>
            {isActive || isInSection ? <Current size={24} /> : <Icon size={24} stroke={1.75} />}
            {children && <span className={css.badge}>{children}</span>}
          </span>
          <span className={css.label}>{text(label)}</span>
        </>
      )}
    </Link>
  )
}
