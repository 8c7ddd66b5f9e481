import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import { useText } from '../../../platform/i18n.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { alertsIn } from '../alert-cache.ts'
import { alertsQuery } from '../alerts.queries.ts'
import css from './alert-list.module.css'
import { AlertRow } from './alert-row.tsx'

/** The alerts of one's audience and one's own, newest first, with the filter over them. */
export function AlertList({ currentId }: { currentId?: string | undefined }) {
  const text = useText()
  const [status, setStatus] = useState<AlertStatus>('all')
  return (
    <div className={css.list}>
      <div className={css.filter} role="group" aria-label={text('alerts.filter')}>
        {AlertStatus.options.map((option) => (
          <button key={option} type="button" aria-pressed={option === status} onClick={() => setStatus(option)}>
            {text(`alerts.filter.${option}`)}
          </button>
        ))}
      </div>
      <Rows status={status} currentId={currentId} />
    </div>
  )
}

function Rows({ status, currentId }: { status: AlertStatus; currentId: string | undefined }) {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(alertsQuery(status))
  const alerts = alertsIn(data)
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
      <ul className={css.rows}>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <AlertRow alert={alert} isCurrent={alert.id === currentId} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <LoadMore label={text('alerts.loadMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}
