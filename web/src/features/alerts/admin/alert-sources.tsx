import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AlertSource, sourceName } from '@noroshi/contract/alerts/anonymous-alerts.http'
import { SOURCE_KEPT_DAYS } from '@noroshi/contract/limits'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime, timeOfDay } from '../../../platform/language/time.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { sourcesQuery, useMuteSource, useUnmuteSource } from './anonymous-alerts.queries.ts'
import own from './anonymous-alerts.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'

interface Props {
  /** The administrator resolves the alerts of a source. */
  onResolve: (sourceId: string) => void
}

/** The sources of anonymous alerts, muted ones first. */
export function AlertSources({ onResolve }: Props) {
  const text = useText()
  const { data, error, refetch } = useQuery(sourcesQuery)
  if (data)
    return data.items.length === 0 ? (
      <EmptyState title={text('anonymousAlerts.noSources')} />
    ) : (
      <Rows sources={data.items} onResolve={onResolve} />
    )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={text('anonymousAlerts.loadFailed')} />
  return <ListSkeleton rows={2} />
}

function Rows({ sources, onResolve }: Props & { sources: readonly AlertSource[] }) {
  const text = useText()
  const language = useLanguage()
  const mute = useMuteSource()
  const [muting, setMuting] = useState<AlertSource | null>(null)
  const number = (key: string, label: string, value: (source: AlertSource) => number) => ({
    key,
    label,
    isShort: true,
    cell: (source: AlertSource) => <span className="num">{value(source)}</span>,
  })
  const columns = [
    {
      key: 'source',
      label: text('anonymousAlerts.source'),
      area: 'head' as const,
      cell: ({ id, mutedUntil, isOtherSites }: AlertSource) => (
        <span className={own.source}>
          <b className="num">{sourceName(id)}</b>
          {isOtherSites === true && <Tag tone="warn">{text('anonymousAlerts.otherSites')}</Tag>}
          {mutedUntil !== null && (
            <Tag tone="warn">{text('anonymousAlerts.mutedUntil', { time: timeOfDay(mutedUntil, language) })}</Tag>
          )}
        </span>
      ),
    },
    number('hour', text('anonymousAlerts.lastHour'), ({ lastHourCount }) => lastHourCount),
    number('active', text('anonymousAlerts.active'), ({ activeCount }) => activeCount),
    number('total', text('anonymousAlerts.total', { days: SOURCE_KEPT_DAYS }), ({ totalCount }) => totalCount),
    {
      key: 'latest',
      label: text('anonymousAlerts.latest'),
      isShort: true,
      cell: ({ lastAt }: AlertSource) =>
        lastAt === null ? <span>–</span> : <time dateTime={lastAt}>{dateTime(lastAt, language)}</time>,
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'plain' as const,
      cell: (source: AlertSource) => (
        <span className={own.buttons}>
          <Button
            variant="default"
            disabled={source.activeCount === 0}
            aria-label={text('anonymousAlerts.resolveAllOf', { name: sourceName(source.id) })}
            onClick={() => onResolve(source.id)}
          >
            {text('anonymousAlerts.resolveAll')}
          </Button>
          {source.isOtherSites !== true && <MuteButton source={source} onMute={() => setMuting(source)} />}
        </span>
      ),
    },
  ]
  return (
    <>
      <DataTable label={text('anonymousAlerts.sources')} columns={columns} rows={sources} />
      <ConfirmDialog
        isOpen={muting !== null}
        onClose={() => setMuting(null)}
        onConfirm={() => muting && mute.mutate(muting.id, { onSuccess: () => setMuting(null) })}
        isBusy={mute.isPending}
        title={text('anonymousAlerts.muteTitle', { name: sourceName(muting?.id ?? '') })}
        confirmLabel={text('anonymousAlerts.mute')}
      >
        <div className={own.explained}>
          <p>{text('anonymousAlerts.muteNote')}</p>
          <p>{text('anonymousAlerts.muteShelter')}</p>
        </div>
      </ConfirmDialog>
    </>
  )
}

function MuteButton({ source, onMute }: { source: AlertSource; onMute: () => void }) {
  const text = useText()
  const unmute = useUnmuteSource()
  const name = sourceName(source.id)
  if (source.mutedUntil === null) {
    return (
      <Button variant="default" aria-label={text('anonymousAlerts.muteOf', { name })} onClick={onMute}>
        {text('anonymousAlerts.mute')}
      </Button>
    )
  }
  return (
    <Button
      variant="default"
      loading={unmute.isPending}
      aria-label={text('anonymousAlerts.unmuteOf', { name })}
      onClick={() => unmute.mutate(source.id)}
    >
      {text('anonymousAlerts.unmute')}
    </Button>
  )
}
