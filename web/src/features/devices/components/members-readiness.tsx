import { Button } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadinessFilter } from '@noroshi/contract/devices/devices.http'
import { ALARM_DELIVERY_MINUTES } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { readinessQuery } from '../readiness.queries.ts'
import css from '../../../shared/admin/admin.module.css'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { DrillDialog } from './drill-dialog.tsx'
import { MemberDevices } from './member-devices.tsx'

/** Shows whether an alarm would reach each member and whether the last one did. Administrators start drills here. */
export function MembersReadiness() {
  const text = useText()
  const [filter, setFilter] = useState<ReadinessFilter>('all')
  const [startsDrill, setStartsDrill] = useState(false)
  return (
    <>
      <div className={css.tools}>
        <Button leftSection={<IconBellRinging size={20} stroke={2} aria-hidden="true" />} onClick={() => setStartsDrill(true)}>
          {text('drills.start')}
        </Button>
        <ChoiceField
          className={css.filter}
          aria-label={text('devices.filter')}
          value={filter}
          onChange={({ currentTarget }) => setFilter(ReadinessFilter.parse(currentTarget.value))}
          data={ReadinessFilter.options.map((value) => ({ value, label: text(`devices.filter.${value}`) }))}
        />
      </div>
      <p className={css.note}>{text('devices.privacy')}</p>
      <Results filter={filter} />
      {startsDrill && <DrillDialog onClose={() => setStartsDrill(false)} />}
    </>
  )
}

function Results({ filter }: { filter: ReadinessFilter }) {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(readinessQuery(filter))
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('devices.loadFailed')} />
    ) : (
      <ListSkeleton rows={6} />
    )
  }
  const members = data.pages.flatMap(({ items }) => items)
  const { total = 0, notReached = 0 } = data.pages.at(-1) ?? {}
  return (
    <>
      <p className={css.total} role="status">
        {text('admin.people', { count: total })}
        {notReached > 0 && (
          <>
            {' · '}
            <b>
              {text('devices.notReached', {
                count: notReached,
                minutes: ALARM_DELIVERY_MINUTES,
              })}
            </b>
          </>
        )}
      </p>
      {members.length === 0 ? <EmptyState title={text('devices.empty')} /> : <MemberDevices members={members} />}
      {hasNextPage && (
        <LoadMore label={text('admin.loadMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}
