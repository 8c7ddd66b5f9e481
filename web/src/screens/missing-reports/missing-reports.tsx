import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { missingReportsQuery, type ReportsState } from '../../features/missing-reports/missing-reports.queries.ts'
import { ReportCard } from './report-card.tsx'
import css from '../../features/reception/components/reception.module.css'
import { useText } from '../../platform/language/i18n.ts'
import { ChoiceField } from '../../shared/admin/choice-field.tsx'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { Screen } from '../../ui/layout/screen.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import '../missing-reports-live.ts'

const STATES = ['open', 'done'] as const satisfies readonly ReportsState[]

/** The missing-person reports of all users, for the staff of shelters and administrators. */
export function MissingReportsScreen() {
  const text = useText()
  const [state, setState] = useState<ReportsState>('open')
  return (
    <Screen title={text('missingReport.ofStaff')}>
      <div className={css.column}>
        <p className={css.quiet}>{text('missingReport.ofStaffNote')}</p>
        <ChoiceField
          label={text('missingReport.filter')}
          data={STATES.map((value) => ({ value, label: text(`missingReport.filter.${value}`) }))}
          value={state}
          onChange={({ currentTarget }) => setState(currentTarget.value === 'done' ? 'done' : 'open')}
        />
        <Reports state={state} />
      </div>
    </Screen>
  )
}

function Reports({ state }: { state: ReportsState }) {
  const text = useText()
  const { data, error, refetch, isStale, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    missingReportsQuery(state),
  )
  const [isLoading, setLoading] = useState(false)
  const load = async () => {
    setLoading(true)
    await refetch()
    setLoading(false)
  }
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('missingReport.loadFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  const reports = data.pages.flatMap(({ items }) => items)
  return (
    <>
      <span role="status" className={css.buttons}>
        {/* A list that is being read because it was opened needs no press of its reader. */}
        {isStale && (isLoading || !isFetching) && (
          <>
            <span>{text('missingReport.changed')}</span>
            <Button variant="default" loading={isLoading} onClick={() => void load()}>
              {text('missingReport.load')}
            </Button>
          </>
        )}
      </span>
      {reports.length === 0 && <EmptyState title={text('missingReport.none')} />}
      {reports.map((report) => (
        <ReportCard key={report.id} report={report} />
      ))}
      {hasNextPage && (
        <LoadMore label={text('missingReport.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}
