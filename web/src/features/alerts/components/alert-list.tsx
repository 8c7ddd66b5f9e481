import { useThrottledValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'
import { type AlertForViewer, AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import { useText } from '../../../platform/i18n.ts'
import { FLOOD_MS } from '../../../platform/tuning.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { alertsIn } from '../alert-cache.ts'
import { alertsQuery } from '../alerts.queries.ts'
import css from './alert-list.module.css'
import { AlertRow } from './alert-row.tsx'

/** Rows that are rendered at first. Each scroll to the end adds as many, which matters in a flood. */
const STEP = 100

/** The alerts that reach the user and their own alerts, newest first, with a filter. */
export function AlertList({ currentId }: { currentId?: string | undefined }) {
  const text = useText()
  const [status, setStatus] = useState<AlertStatus>('all')
  return (
    <div>
      <div className={css.filter} role="group" aria-label={text('alerts.filter')}>
        {AlertStatus.options.map((option) => (
          <button key={option} type="button" aria-pressed={option === status} onClick={() => setStatus(option)}>
            {text(`alerts.filter.${option}`)}
          </button>
        ))}
      </div>
      <Results key={status} status={status} currentId={currentId} />
    </div>
  )
}

function Results({ status, currentId }: { status: AlertStatus; currentId: string | undefined }) {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(alertsQuery(status))
  const throttled = useThrottledValue(data, FLOOD_MS)
  const alerts = useMemo(() => alertsIn(throttled), [throttled])
  const [count, setCount] = useState(STEP)
  const more = () => {
    if (alerts.length > count) setCount(count + STEP)
    else if (hasNextPage) void fetchNextPage()
  }
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('alerts.loadFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  if (alerts.length === 0) return <EmptyState title={text(`alerts.empty.${status}`)} note={text('alerts.empty.tip')} />
  return (
    <>
      <Rows alerts={alerts} count={count} currentId={currentId} />
      {(hasNextPage || alerts.length > count) && (
        <LoadMore label={text('alerts.loadMore')} isLoading={isFetchingNextPage} onMore={more} />
      )}
    </>
  )
}

interface RowsProps {
  alerts: readonly AlertForViewer[]
  count: number
  currentId: string | undefined
}

const Rows = memo(function Rows({ alerts, count, currentId }: RowsProps) {
  return (
    <ul className={css.rows}>
      {alerts.slice(0, count).map((alert) => (
        <li key={alert.id}>
          <AlertRow alert={alert} isCurrent={alert.id === currentId} />
        </li>
      ))}
    </ul>
  )
})
