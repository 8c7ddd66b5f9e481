import { IconBell, IconChevronRight, IconFileText, IconMessageCircle, IconNews } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, useDeferredValue } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { unitQuery, useChooseSharing, useMe } from '../features/accounts/accounts.queries.ts'
import { SharingQuestion } from '../features/alerts/sos/sharing-question.tsx'
import { SosTile } from '../features/alerts/sos/sos-tile.tsx'
import { SoundOffer } from '../features/alerts/components/sound-offer.tsx'
import { nearestOf, locationOf, offsetOf, raiserName, withoutDrills } from '../features/alerts/alert-texts.ts'
import { useActiveAlerts } from '../features/alerts/alert-lists.ts'
import { isInstalledWindow } from '../platform/device/installation.ts'
import { useOwnLocation } from '../platform/device/own-location.ts'
import { useText, withTexts } from '../platform/language/i18n.ts'
import { paths } from '../platform/paths/paths.ts'
import { useUnitName } from '../platform/session/unit.ts'
import { Count } from '../ui/layout/count.tsx'
import { LazyContent, retryUntilLoaded } from '../ui/states/lazy-content.tsx'
import { Screen } from '../ui/layout/screen.tsx'
import { Tag } from '../ui/layout/tag.tsx'
import { UnknownText } from '../ui/states/unknown-text.tsx'
import { useUncovered } from '../ui/layout/use-uncovered.ts'
import { HomeMap } from './home-map.tsx'
import css from './home.module.css'

const noAlerts: AlertForViewer[] = []

const SetupCard = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../features/setup/setup-card.tsx'), 'admin')).then(({ SetupCard }) => ({
    default: SetupCard,
  })),
)

const HomeNotices = lazy(() =>
  retryUntilLoaded(() => import('./notices-on-home.ts')).then(({ HomeNotices }) => ({ default: HomeNotices })),
)

const PushHint = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../features/push/components/push-hint.tsx'))).then(({ PushHint }) => ({
    default: PushHint,
  })),
)

// The SOS button does not wait for the code of what is below it.
const DashboardSections = lazy(() =>
  retryUntilLoaded(() => import('../features/dashboard/components/dashboard-sections.tsx')).then(({ DashboardSections }) => ({
    default: DashboardSections,
  })),
)

const unread = () => retryUntilLoaded(() => import('../overlays/unread-messages.tsx'))
const UnreadMessages = lazy(() => unread().then(({ UnreadMessages }) => ({ default: UnreadMessages })))
const UnreadNote = lazy(() => unread().then(({ UnreadNote }) => ({ default: UnreadNote })))

/** The first screen: the state of the alerts, the map and the SOS button. */
export function HomeScreen() {
  const text = useText()
  // Content that depends on the session and the unit renders in parts.
  const me = useDeferredValue(useMe())
  const unit = useDeferredValue(useQuery(unitQuery).data)
  const unitName = useUnitName()
  const active = useUncovered(useActiveAlerts())
  // In a flood of alerts the other parts render first and the map later.
  const onMap = useDeferredValue(active ?? noAlerts)
  return (
    <Screen title={text('chrome.home')} hasBrand>
      <div className={css.home}>
        <header className={css.heading}>
          <h1 data-unit-name>{unitName ?? text('alerts.home.unit')}</h1>
          {me ? <Status active={active} /> : <VisitorNote isVisitor={me === null} />}
        </header>
        <HomeMap unit={unit} active={onMap} isSignedIn={me != null} />
        <div className={css.sos}>
          <SosTile reach={me?.audienceCount ?? null} />
        </div>
        <div className={css.rest}>
          {me?.isAdmin === true && (
            <LazyContent>
              <SetupCard />
            </LazyContent>
          )}
          {me && (
            <>
              <LazyContent>
                <HomeNotices />
              </LazyContent>
              {/* A phone on which the application was just installed goes on with its notifications. */}
              {isInstalledWindow() && (
                <LazyContent>
                  <PushHint />
                </LazyContent>
              )}
              <SoundOffer />
              {me.locationSharing === null && <Sharing />}
            </>
          )}
          {me !== undefined && (
            <nav className={css.tiles} aria-label={text('alerts.home.features')}>
              {me && (
                <>
                  <MessagesTile />
                  <AlertsTile count={active && withoutDrills(active).length} />
                </>
              )}
              <FeedsTile />
              <PagesTile />
            </nav>
          )}
          {me !== undefined && (
            <LazyContent>
              <DashboardSections />
            </LazyContent>
          )}
        </div>
      </div>
    </Screen>
  )
}

/** Stands for a name in a sentence that is divided there. */
const NAME_MARK = '\uFFFC'

/** The name of the raiser, which browsers do not translate, and the distance, which they do. */
function Nearest({ isOneOfMany, name, distance }: { isOneOfMany: boolean; name: string; distance: string }) {
  const text = useText()
  const sentence = text(isOneOfMany ? 'alerts.nearest' : 'alerts.nameAndDistance', { name: NAME_MARK, distance })
  const [before, after] = sentence.split(NAME_MARK)
  return (
    <span className="one-line">
      {before}
      <span translate="no">{name}</span>
      {after}
    </span>
  )
}

/**
 * Shows the number of active alerts and the distance to the nearest one, and links to them. Drills are shown without an
 * alert only.
 */
function Status({ active: all }: { active: readonly AlertForViewer[] | undefined }) {
  const text = useText()
  const ownLocation = useOwnLocation()
  if (!all) {
    return (
      <p className={css.status}>
        <UnknownText />
      </p>
    )
  }
  const emergencies = withoutDrills(all)
  const active = emergencies.length > 0 ? emergencies : all
  const count = active.length
  if (count === 0) {
    return (
      <p className={css.status}>
        <Tag tone="ok">{text('alerts.noneActive')}</Tag>
      </p>
    )
  }
  const nearest = nearestOf(active, ownLocation)
  const location = nearest && locationOf(nearest)
  const offset = ownLocation && location && offsetOf(ownLocation, location, text)
  const line = (
    <>
      {emergencies.length > 0 ? (
        <Tag tone="sos">{text('alerts.activeCount', { count })}</Tag>
      ) : (
        <Tag tone="warn">{text('alerts.drill')}</Tag>
      )}
      {ownLocation && nearest && location && (
        <Nearest
          isOneOfMany={count > 1}
          name={raiserName(nearest, text)}
          distance={offset ? offset.distance : text('alerts.here')}
        />
      )}
      <IconChevronRight size={18} stroke={2} aria-hidden="true" />
    </>
  )
  const [only] = active
  if (count > 1 || !only) {
    return (
      <Link to={paths.alerts} className={css.status}>
        {line}
      </Link>
    )
  }
  const params = { alertId: only.id, messageThreadId: only.alertMessageThread.MessageThreadId }
  return (
    <Link to={paths.alert} params={params} className={css.status}>
      {line}
    </Link>
  )
}

function VisitorNote({ isVisitor }: { isVisitor: boolean }) {
  const text = useText()
  if (!isVisitor) return <p className={css.status} />
  return <p className={css.visitor}>{text('alerts.home.signIn')}</p>
}

function Sharing() {
  const { mutate, isPending } = useChooseSharing()
  return <SharingQuestion onChoose={mutate} isBusy={isPending} />
}

function MessagesTile() {
  const text = useText()
  return (
    <Link to={paths.messages} className={css.tile}>
      <span className={css.tileTop}>
        <IconMessageCircle stroke={1.75} aria-hidden="true" />
        <span aria-hidden="true">
          <LazyContent>
            <UnreadMessages />
          </LazyContent>
        </span>
      </span>
      <span className={css.tileLabel}>
        {text('messages.title')}
        <LazyContent fallback={<small>&nbsp;</small>}>
          <UnreadNote />
        </LazyContent>
      </span>
    </Link>
  )
}

/** @param props.count undefined: not known yet */
function AlertsTile({ count }: { count: number | undefined }) {
  const text = useText()
  return (
    <Link to={paths.alerts} className={css.tile}>
      <span className={css.tileTop}>
        <IconBell stroke={1.75} aria-hidden="true" />
        <Count value={count ?? 0} />
      </span>
      <span className={css.tileLabel}>
        {text('alerts.title')}
        <small>
          {count === undefined ? (
            <UnknownText />
          ) : (
            text(count === 0 ? 'alerts.activeNote.none' : 'alerts.activeNote.some', { count })
          )}
        </small>
      </span>
    </Link>
  )
}

function FeedsTile() {
  const text = useText()
  return (
    <Link to={paths.feeds} className={css.tile}>
      <span className={css.tileTop}>
        <IconNews stroke={1.75} aria-hidden="true" />
      </span>
      <span className={css.tileLabel}>
        {text('feeds.title')}
        <small>{text('feeds.tileNote')}</small>
      </span>
    </Link>
  )
}

function PagesTile() {
  const text = useText()
  return (
    <Link to={paths.pages} className={css.tile}>
      <span className={css.tileTop}>
        <IconFileText stroke={1.75} aria-hidden="true" />
      </span>
      <span className={css.tileLabel}>
        {text('pages.title')}
        <small>{text('pages.tileNote')}</small>
      </span>
    </Link>
  )
}
