import { useMediaQuery } from '@mantine/hooks'
import { IconBell, IconBellFilled, IconHome, IconHomeFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAccessToken } from '../platform/session.ts'
import { SosKey } from '../features/alerts/components/sos-key.tsx'
import { useSosTileInView } from '../features/alerts/sos-tile-view.ts'
import { useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { Mark } from '../ui/mark.tsx'
import css from './navigation.module.css'

const home = { to: paths.home, label: 'chrome.home', icon: IconHome, current: IconHomeFilled } as const
const alerts = { to: paths.alerts, label: 'chrome.alerts', icon: IconBell, current: IconBellFilled } as const

/** A bar at the thumb on a phone, a rail on a desktop; the SOS key in its middle or at its foot. */
export function Navigation() {
  const text = useText()
  const isWide = useMediaQuery('(min-width: 60em)', false, { getInitialValueInEffect: false })
  const isSignedIn = useAccessToken() !== null
  const isTileInView = useSosTileInView()
  return (
    <nav className={css.nav} aria-label={text('chrome.main')}>
      <span className={css.mark}>
        <Mark size={34} />
      </span>
      <Item {...home} />
      {isSignedIn && <Item {...alerts} />}
      {!isTileInView && (
        <span className={css.sos}>
          <SosKey size={isWide ? 'rail' : 'bar'} />
        </span>
      )}
    </nav>
  )
}

function Item({ to, label, icon: Icon, current: Current }: typeof home | typeof alerts) {
  const text = useText()
  return (
    <Link to={to} className={css.item} activeOptions={{ exact: to === paths.home }}>
      {({ isActive }) => (
        <>
          {isActive ? <Current size={24} /> : <Icon size={24} stroke={1.75} />}
          <span className={css.label}>{text(label)}</span>
        </>
      )}
    </Link>
  )
}
