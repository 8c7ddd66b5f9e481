import { useMediaQuery } from '@mantine/hooks'
import {
  IconBell,
  IconBellFilled,
  IconHome,
  IconHomeFilled,
  IconMessageCircle,
  IconMessageCircleFilled,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { useAccessToken } from '../platform/session.ts'
import { SosKey } from '../features/alerts/components/sos-key.tsx'
import { useSosTileInView } from '../features/alerts/sos-tile-view.ts'
import { useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { Later, untilLoaded } from '../ui/later.tsx'
import { Mark } from '../ui/mark.tsx'
import css from './navigation.module.css'

const home = { to: paths.home, label: 'chrome.home', icon: IconHome, current: IconHomeFilled } as const
const messages = {
  to: paths.messages,
  label: 'messages.title',
  icon: IconMessageCircle,
  current: IconMessageCircleFilled,
} as const
const alerts = { to: paths.alerts, label: 'chrome.alerts', icon: IconBell, current: IconBellFilled } as const

// The first screen does not wait for the code of messages.
const UnreadMessages = lazy(() =>
  untilLoaded(() => import('../overlays/messages-overlay.tsx')).then(({ UnreadMessages }) => ({ default: UnreadMessages })),
)

/** A bar at the thumb on a phone, a rail on a desktop; the SOS key in its middle or at its foot. */
export function Navigation() {
  const text = useText()
  const isWide = useMediaQuery('(min-width: 60em)', false, { getInitialValueInEffect: false })
  const isSignedIn = useAccessToken() !== null
  const isTileInView = useSosTileInView()
  return (
    <nav className={css.nav} data-signed-in={isSignedIn || undefined} aria-label={text('chrome.main')}>
      <span className={css.mark}>
        <Mark size={34} />
      </span>
      <Item {...home} />
      {isSignedIn && (
        <>
          <Item {...messages}>
            <Later>
              <UnreadMessages />
            </Later>
          </Item>
          <Item {...alerts} />
        </>
      )}
      {!isTileInView && (
        <span className={css.sos}>
          <SosKey size={isWide ? 'rail' : 'bar'} />
        </span>
      )}
    </nav>
  )
}

type Place = (typeof home | typeof messages | typeof alerts) & { children?: ReactNode }

function Item({ to, label, icon: Icon, current: Current, children }: Place) {
  const text = useText()
  return (
    <Link to={to} className={css.item} activeOptions={{ exact: to === paths.home }}>
      {({ isActive }) => (
        <>
          <span className={css.icon}>
            {isActive ? <Current size={24} /> : <Icon size={24} stroke={1.75} />}
            {children && <span className={css.badge}>{children}</span>}
          </span>
          <span className={css.label}>{text(label)}</span>
        </>
      )}
    </Link>
  )
}
