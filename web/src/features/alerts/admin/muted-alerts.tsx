import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type MutedAlert, sourceName } from '@noroshi/contract/alerts/anonymous-alerts.http'
import { type Text, useLanguage, useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { mutedAlertsQuery, useReleaseAlert } from './anonymous-alerts.queries.ts'
import own from './anonymous-alerts.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'

/** The alerts that reach administrators only, newest first. */
export function MutedAlerts() {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(mutedAlertsQuery)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('anonymousAlerts.mutedFailed')} />
    ) : (
      <ListSkeleton rows={2} />
    )
  }
  const alerts = data.pages.flatMap(({ items }) => items)
  if (alerts.length === 0) return <EmptyState title={text('anonymousAlerts.noMuted')} />
  return (
    <>
      <Rows alerts={alerts} />
      {hasNextPage && (
        <LoadMore label={text('admin.loadMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}

const titleOf = (alert: MutedAlert, text: Text) => alert.text || text('anonymousData.noText')

function Rows({ alerts }: { alerts: readonly MutedAlert[] }) {
  const text = useText()
  const language = useLanguage()
  const release = useReleaseAlert()
  const [chosen, setChosen] = useState<MutedAlert | null>(null)
  const columns = [
    {
      key: 'alert',
      label: text('anonymousData.alert'),
      area: 'head' as const,
      cell: (alert: MutedAlert) => (
        <Link to={paths.alert} params={{ alertId: alert.id, messageThreadId: alert.MessageThreadId }} className={own.text}>
          {titleOf(alert, text)}
        </Link>
      ),
    },
    {
      key: 'status',
      label: text('admin.status'),
      cell: ({ isActive }: MutedAlert) => (
        <Tag tone={isActive ? 'sos' : 'plain'}>{text(isActive ? 'anonymousData.active' : 'anonymousData.resolved')}</Tag>
      ),
    },
    {
      key: 'source',
      label: text('anonymousAlerts.source'),
      isShort: true,
      cell: ({ sourceId }: MutedAlert) => <span className="num">{sourceId === null ? '–' : sourceName(sourceId)}</span>,
    },
    {
      key: 'at',
      label: text('anonymousData.raisedAt'),
      isShort: true,
      cell: ({ createdAt }: MutedAlert) => <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>,
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'plain' as const,
      cell: (alert: MutedAlert) => (
        <span className={own.buttons}>
          <Button
            variant="default"
            aria-label={text('anonymousAlerts.releaseOf', { name: titleOf(alert, text) })}
            onClick={() => setChosen(alert)}
          >
            {text('anonymousAlerts.release')}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      <DataTable label={text('anonymousAlerts.mutedAlerts')} columns={columns} rows={alerts} />
      <ConfirmDialog
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        onConfirm={() => chosen && release.mutate(chosen.id, { onSuccess: () => setChosen(null) })}
        isBusy={release.isPending}
        title={text('anonymousAlerts.releaseTitle')}
        confirmLabel={text('anonymousAlerts.release')}
      >
        <p>{text('anonymousAlerts.releaseNote')}</p>
      </ConfirmDialog>
    </>
  )
}
