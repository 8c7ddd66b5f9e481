import { type ComponentType, memo, useMemo, useState } from 'react'
import type { AlertForViewer, AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useObservable } from '../../../platform/observable.ts'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { isPrinting } from '../../../ui/theme/printing.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { useUncovered } from '../../../ui/layout/use-uncovered.ts'
import { useAlerts } from '../alert-lists.ts'
import { useMoreAlerts } from '../alerts.queries.ts'
import css from './alert-list.module.css'
import { AlertRow } from './alert-row.tsx'

/** Rows that are rendered at first. Each scroll to the end adds as many, which matters in a flood. */
const STEP = 100

/** Active alerts are first. */
const FILTERS = ['active', 'resolved', 'all'] as const satisfies readonly AlertStatus[]

interface RowProps {
  alert: AlertForViewer
  isCurrent: boolean
  onPoint?: ((alertId: string) => void) | undefined
}

interface ListProps {
  currentId?: string | undefined
  Row?: ComponentType<RowProps>
  /** Returns the alerts in the order of the list; newest first without it. It must be stable. */
  arrange?: (alerts: readonly AlertForViewer[]) => readonly AlertForViewer[]
  /** Called with the alert whose row has the focus. It must be stable. */
  onPoint?: (alertId: string) => void
}

const newestFirst = (alerts: readonly AlertForViewer[]) => alerts

/** The alerts that reach the user and their own alerts, with a filter that begins with the active ones. */
export function AlertList({ currentId, Row = AlertRow, arrange = newestFirst, onPoint }: ListProps) {
  const text = useText()
  const [status, setStatus] = useState<AlertStatus>('active')
  return (
    <div>
      <div className={css.filter} role="group" aria-label={text('alerts.filter')}>
        {FILTERS.map((option) => (
          <button key={option} type="button" aria-pressed={option === status} onClick={() => setStatus(option)}>
            {text(`alerts.filter.${option}`)}
          </button>
        ))}
      </div>
      <Results key={status} status={status} arrange={arrange} {...{ currentId, Row, onPoint }} />
    </div>
  )
}

interface ResultsProps extends Pick<RowsProps, 'currentId' | 'Row' | 'onPoint'> {
  status: AlertStatus
  arrange: NonNullable<ListProps['arrange']>
}

function Results({ status, arrange, ...row }: ResultsProps) {
  const text = useText()
  const { alerts: known, hasMore, error, refetch } = useAlerts(status)
  const uncovered = useUncovered(known)
  const alerts = useMemo(() => uncovered && arrange(uncovered), [uncovered, arrange])
  const { mutate: readMore, isPending } = useMoreAlerts(status)
  const [step, setCount] = useState(STEP)
  const count = useObservable(isPrinting) ? Infinity : step
  const more = () => {
    if (alerts && alerts.length > step) setCount(step + STEP)
    else if (hasMore) readMore()
  }
  if (!alerts) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('alerts.loadFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  if (alerts.length === 0) return <EmptyState title={text(`alerts.empty.${status}`)} note={text('alerts.empty.tip')} />
  return (
    <>
      <Rows alerts={alerts} count={count} {...row} />
      {(hasMore || alerts.length > count) && <LoadMore label={text('alerts.loadMore')} isLoading={isPending} onMore={more} />}
    </>
  )
}

interface RowsProps {
  alerts: readonly AlertForViewer[]
  count: number
  currentId: string | undefined
  Row: ComponentType<RowProps>
  onPoint: ((alertId: string) => void) | undefined
}

const Rows = memo(function Rows({ alerts, count, currentId, Row, onPoint }: RowsProps) {
  return (
    <ul className={css.rows}>
      {alerts.slice(0, count).map((alert) => (
        <li key={alert.id}>
          <Row alert={alert} isCurrent={alert.id === currentId} onPoint={onPoint} />
        </li>
      ))}
    </ul>
  )
})
