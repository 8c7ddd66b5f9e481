import { ActionIcon, Progress } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { anonymousDataRoutes, StoredAlert } from '@noroshi/contract/alerts/anonymous-data.http'
import { ALERT_TEXT_WHEN_FULL_MAX } from '@noroshi/contract/limits'
import { type Text, useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { anonymousDataQuery, useDeleteAlert } from './anonymous-data.queries.ts'
import { megabytes } from '../../../shared/admin/megabytes.ts'
import css from '../../../shared/admin/admin.module.css'
import own from './anonymous-data.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'

type Usage = z.output<typeof anonymousDataRoutes.usage.reply>

/** The storage used by callers without a session, and the largest alerts. */
export function AnonymousData() {
  const text = useText()
  const { data, error, refetch } = useQuery(anonymousDataQuery)
  if (data) return <Loaded usage={data} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={text('anonymousData.loadFailed')} />
  return <ListSkeleton rows={3} />
}

function Loaded({ usage }: { usage: Usage }) {
  const text = useText()
  return (
    <>
      <UsageMeter usage={usage} />
      <section className={css.part} aria-labelledby="largest-alerts">
        <div className={css.head}>
          <h2 id="largest-alerts">{text('anonymousData.alerts')}</h2>
        </div>
        {usage.items.length === 0 ? <EmptyState title={text('anonymousData.empty')} /> : <Alerts alerts={usage.items} />}
      </section>
    </>
  )
}

function UsageMeter({ usage }: { usage: Usage }) {
  const text = useText()
  const { filesBytes, textBytes, maxBytes, isFull } = usage
  const used = filesBytes + textBytes
  const percent = Math.min(100, Math.round((used / maxBytes) * 100))
  const facts = [
    ['anonymousData.files', filesBytes],
    ['anonymousData.text', textBytes],
    ['anonymousData.perAddress', usage.addressMaxBytes],
    ['anonymousData.spare', usage.spareBytes],
  ] as const
  return (
    <div className={own.usage}>
      <p className={own.note}>{text('anonymousData.note')}</p>
      <p className={own.sum}>
        <span>{text('anonymousData.usage')}</span>
        <b className="num">{text('anonymousData.used', { used: megabytes(used), max: megabytes(maxBytes) })}</b>
      </p>
      <Progress
        className={own.bar}
        size="lg"
        value={percent}
        color={isFull ? 'red' : 'blue'}
        aria-label={text('anonymousData.usage')}
      />
      {isFull && (
        <p className={own.full} role="status">
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          {text('anonymousData.full', { max: ALERT_TEXT_WHEN_FULL_MAX })}
        </p>
      )}
      <dl className={own.facts}>
        {facts.map(
          ([key, bytes]) =>
            bytes !== null && (
              <div key={key}>
                <dt>{text(key)}</dt>
                <dd className="num">{text('anonymousData.mb', { count: megabytes(bytes) })}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}

const titleOf = (alert: StoredAlert, text: Text) => alert.text || text('anonymousData.noText')

function Alerts({ alerts }: { alerts: readonly StoredAlert[] }) {
  const text = useText()
  const language = useLanguage()
  const remove = useDeleteAlert()
  const [chosen, setChosen] = useState<StoredAlert | null>(null)
  const columns = [
    {
      key: 'alert',
      label: text('anonymousData.alert'),
      area: 'head' as const,
      cell: (alert: StoredAlert) => <b className={own.text}>{titleOf(alert, text)}</b>,
    },
    {
      key: 'status',
      label: text('admin.status'),
      cell: ({ isActive }: StoredAlert) => (
        <Tag tone={isActive ? 'sos' : 'plain'}>{text(isActive ? 'anonymousData.active' : 'anonymousData.resolved')}</Tag>
      ),
    },
    {
      key: 'raiser',
      label: text('anonymousData.raisedBy'),
      cell: ({ raisedBy }: StoredAlert) => (
        <span translate={raisedBy ? 'no' : undefined}>{nameOf(raisedBy) || text('anonymousData.anonymous')}</span>
      ),
    },
    {
      key: 'at',
      label: text('anonymousData.raisedAt'),
      isShort: true,
      cell: ({ createdAt }: StoredAlert) => <time dateTime={createdAt}>{fullDateTime(createdAt, language)}</time>,
    },
    {
      key: 'files',
      label: text('anonymousData.files'),
      isShort: true,
      cell: ({ fileCount }: StoredAlert) => <span className="num">{fileCount}</span>,
    },
    {
      key: 'size',
      label: text('anonymousData.size'),
      isShort: true,
      cell: ({ bytes }: StoredAlert) => <span className="num">{text('anonymousData.mb', { count: megabytes(bytes) })}</span>,
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'buttons' as const,
      cell: (alert: StoredAlert) => (
        <ActionIcon aria-label={text('admin.deleteOf', { name: titleOf(alert, text) })} onClick={() => setChosen(alert)}>
          <IconTrash size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      ),
    },
  ]
  return (
    <>
      <DataTable label={text('anonymousData.alerts')} columns={columns} rows={alerts} />
      <ConfirmDialog
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        onConfirm={() => chosen && remove.mutate(chosen.id, { onSuccess: () => setChosen(null) })}
        isBusy={remove.isPending}
        title={text('anonymousData.deleteTitle')}
        confirmLabel={text('anonymousData.delete')}
      >
        <p>{text('anonymousData.deleteNote')}</p>
        {chosen?.isActive && <p>{text('anonymousData.deleteActive')}</p>}
      </ConfirmDialog>
    </>
  )
}
