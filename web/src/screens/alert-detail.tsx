import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import { unitQuery } from '../features/accounts/accounts.queries.ts'
import { alertQuery } from '../features/alerts/alerts.queries.ts'
import { AlertList } from '../features/alerts/components/alert-list.tsx'
import { AlertPage } from '../features/alerts/components/alert-page.tsx'
import { MapAndMore } from '../features/alerts/components/map-and-more.tsx'
import { ApiError } from '../platform/http-errors.ts'
import { useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { useAccessToken } from '../platform/session.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../ui/states.tsx'
import { Screen } from '../ui/screen.tsx'
import css from './alert-detail.module.css'

/** One alert: on a phone one column, on a desktop between the list and its map. */
export function AlertDetail() {
  const text = useText()
  const { alertId = '' } = useParams({ strict: false })
  const isWide = useMediaQuery('(min-width: 60em)', false, { getInitialValueInEffect: false })
  const isSignedIn = useAccessToken() !== null
  const { data: unit } = useQuery(unitQuery)
  return (
    <Screen title={text('alerts.details')} backTo={isSignedIn ? paths.alerts : paths.home} hasBar={false} isFixed>
      <div className={css.panes} data-list={(isWide && isSignedIn) || undefined}>
        {isWide && isSignedIn && (
          <nav className={css.list} aria-label={text('alerts.list')}>
            <AlertList currentId={alertId} />
          </nav>
        )}
        <Opened key={alertId} alertId={alertId} unit={unit} isWide={isWide} />
      </div>
    </Screen>
  )
}

function Opened({ alertId, unit, isWide }: { alertId: string; unit: Unit | undefined; isWide: boolean }) {
  const text = useText()
  const isSignedIn = useAccessToken() !== null
  const { data: alert, error, refetch } = useQuery(alertQuery(alertId))
  const isGone = error instanceof ApiError && error.status === 404
  if (isGone) {
    return (
      <div className={css.state}>
        <EmptyState
          title={text('alerts.notFound')}
          note={text(isSignedIn ? 'alerts.notFoundWhy' : 'alerts.notFoundLogin')}
          action={
            <Button component={Link} to={isSignedIn ? paths.alerts : paths.login}>
              {text(isSignedIn ? 'alerts.toAlerts' : 'alerts.login')}
            </Button>
          }
        />
      </div>
    )
  }
  if (!alert) {
    return (
      <div className={css.state}>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />}</div>
    )
  }
  return (
    <>
      <AlertPage alert={alert} unit={unit} hasMap={!isWide} />
      {isWide && (
        <aside className={css.side} aria-label={text('alerts.mapAndMore')}>
          <MapAndMore alert={alert} unit={unit} isPane />
        </aside>
      )}
    </>
  )
}
