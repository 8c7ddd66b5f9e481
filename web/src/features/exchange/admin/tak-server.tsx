import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlugConnectedX, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TakServer } from '@noroshi/contract/exchange/tak.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import css from '../../../shared/admin/admin.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { TakServerDialog } from './tak-server-dialog.tsx'
import { takServerQuery, useRemoveTakServer } from './tak-server.queries.ts'

/** The connection to a TAK server of rescue teams: what leaves, to whom, and its state. */
export function TakServerPart() {
  const text = useText()
  const { data, error, refetch } = useQuery(takServerQuery)
  const [isEditing, setEditing] = useState(false)
  const server = data?.server
  return (
    <section className={css.part} aria-labelledby="tak-server">
      <div className={css.head}>
        <h2 id="tak-server">{text('takServer.title')}</h2>
        {server === null && (
          <Button
            leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />}
            variant="default"
            onClick={() => setEditing(true)}
          >
            {text('takServer.setUp')}
          </Button>
        )}
      </div>
      <p className={css.note}>{text('takServer.note')}</p>
      {server && <Connection server={server} onEdit={() => setEditing(true)} />}
      {server === null && <EmptyState title={text('takServer.none')} />}
      {server === undefined &&
        (error ? (
          <ErrorState error={error} onRetry={() => void refetch()} title={text('takServer.loadFailed')} />
        ) : (
          <ListSkeleton rows={1} />
        ))}
      {isEditing && server !== undefined && <TakServerDialog server={server} onClose={() => setEditing(false)} />}
    </section>
  )
}

function Connection({ server, onEdit }: { server: TakServer; onEdit: () => void }) {
  const text = useText()
  const [isRemoving, setRemoving] = useState(false)
  const columns = [
    {
      key: 'recipient',
      label: text('exchange.recipient'),
      area: 'head' as const,
      cell: ({ recipient, isTest }: TakServer) => (
        <>
          <b translate="no">{recipient}</b> {isTest && <Tag tone="warn">{text('exchange.test')}</Tag>}
        </>
      ),
    },
    {
      key: 'address',
      label: text('takServer.host'),
      cell: ({ host, port }: TakServer) => <span translate="no">{`${host}:${port}`}</span>,
    },
    {
      key: 'leaves',
      label: text('exchange.leaves'),
      cell: (row: TakServer) => <Lines lines={leavesOf(row).map((key) => text(key))} />,
    },
    { key: 'state', label: text('takServer.state'), cell: (row: TakServer) => <State server={row} /> },
    {
      key: 'received',
      label: text('takServer.received'),
      cell: ({ receivedAt }: TakServer) => <Time at={receivedAt} none={text('takServer.noneReceived')} />,
    },
    { key: 'problem', label: text('takServer.lastProblem'), cell: (row: TakServer) => <Problem server={row} /> },
    {
      key: 'markers',
      label: text('takServer.markers'),
      isShort: true,
      cell: ({ markerCount }: TakServer) => <span className="num">{markerCount}</span>,
    },
    {
      key: 'consents',
      label: text('takServer.consents'),
      isShort: true,
      cell: ({ consentCount }: TakServer) => <span className="num">{consentCount}</span>,
    },
    {
      key: 'certificate',
      label: text('takServer.certificateEnds'),
      cell: ({ certificateEndsAt }: TakServer) => <Time at={certificateEndsAt} none={text('takServer.unknown')} />,
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'buttons' as const,
      cell: () => (
        <span className={css.buttons}>
          <ActionIcon aria-label={text('takServer.change')} title={text('takServer.change')} onClick={onEdit}>
            <IconPencil size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon aria-label={text('takServer.remove')} title={text('takServer.remove')} onClick={() => setRemoving(true)}>
            <IconPlugConnectedX size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </span>
      ),
    },
  ]
  return (
    <>
      <DataTable label={text('takServer.title')} columns={columns} rows={[server]} />
      {isRemoving && <RemoveDialog recipient={server.recipient} onClose={() => setRemoving(false)} />}
    </>
  )
}

const leavesOf = ({ includesNames, includesTexts, includesPeople, includesDrills }: TakServer) => [
  'takServer.alerts' as const,
  ...(includesNames ? ['takServer.names' as const] : []),
  ...(includesTexts ? ['exchange.texts' as const] : []),
  ...(includesPeople ? ['takServer.people' as const] : []),
  ...(includesDrills ? ['exchange.drills' as const] : []),
]

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <div>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}

function Time({ at, none }: { at: string | null; none: string }) {
  const language = useLanguage()
  return at === null ? <span>{none}</span> : <time dateTime={at}>{fullDateTime(at, language)}</time>
}

function State({ server: { connectedAt } }: { server: TakServer }) {
  const text = useText()
  const language = useLanguage()
  if (connectedAt === null) return <Tag tone="warn">{text('takServer.notConnected')}</Tag>
  return (
    <div>
      <Tag tone="ok">{text('takServer.connected')}</Tag>
      <div>{text('takServer.since', { time: fullDateTime(connectedAt, language) })}</div>
    </div>
  )
}

function Problem({ server: { problem, problemAt } }: { server: TakServer }) {
  const text = useText()
  if (problem === null) return <span>{text('takServer.noProblem')}</span>
  return (
    <div>
      <div>{text(`takServer.problem.${problem}`)}</div>
      <Time at={problemAt} none="" />
    </div>
  )
}

function RemoveDialog({ recipient, onClose }: { recipient: string; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useRemoveTakServer()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate(undefined, { onSuccess: onClose })}
      isBusy={isPending}
      title={text('takServer.removeConfirm', { recipient })}
      confirmLabel={text('takServer.remove')}
    >
      <p>{text('takServer.removeNote')}</p>
    </ConfirmDialog>
  )
}
