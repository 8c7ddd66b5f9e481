import { Button } from '@mantine/core'
import { IconPencil, IconPlugConnectedX, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TakServer } from '@noroshi/contract/exchange/tak.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import admin from '../../../shared/admin/admin.module.css'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { TakServerDialog } from './tak-server-dialog.tsx'
import css from './tak-server.module.css'
import { takServerQuery, useRemoveTakServer } from './tak-server.queries.ts'

/** The connection to a TAK server of rescue teams: what leaves, to whom, and its state. */
export function TakServerPart() {
  const text = useText()
  const { data, error, refetch } = useQuery(takServerQuery)
  const [isEditing, setEditing] = useState(false)
  const server = data?.server
  return (
    <section className={admin.part} aria-labelledby="tak-server">
      <div className={admin.head}>
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
      <p className={admin.note}>{text('takServer.note')}</p>
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
  const { recipient, host, port, isTest } = server
  return (
    <>
      <dl className={css.facts}>
        <Fact name={text('takServer.recipient')}>
          <b translate="no">{recipient}</b> {isTest && <Tag tone="warn">{text('exchange.test')}</Tag>}
        </Fact>
        <Fact name={text('takServer.host')}>
          <span translate="no">{`${host}:${port}`}</span>
        </Fact>
        <Fact name={text('exchange.leaves')}>
          {leavesOf(server).map((key) => (
            <div key={key}>{text(key)}</div>
          ))}
        </Fact>
        <Fact name={text('takServer.state')}>
          <State server={server} />
        </Fact>
        <Fact name={text('takServer.received')}>
          <Time at={server.receivedAt} none={text('takServer.noneReceived')} />
        </Fact>
        <Fact name={text('takServer.lastProblem')}>
          <Problem server={server} />
        </Fact>
        <Fact name={text('takServer.markers')}>{server.markerCount}</Fact>
        <Fact name={text('takServer.consents')}>{server.consentCount}</Fact>
        <Fact name={text('takServer.certificateEnds')}>
          <Time at={server.certificateEndsAt} none={text('takServer.unknown')} />
        </Fact>
      </dl>
      <div className={css.buttons}>
        <Button variant="default" leftSection={<IconPencil size={20} stroke={1.75} aria-hidden="true" />} onClick={onEdit}>
          {text('takServer.change')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlugConnectedX size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => setRemoving(true)}
        >
          {text('takServer.remove')}
        </Button>
      </div>
      {isRemoving && <RemoveDialog recipient={recipient} onClose={() => setRemoving(false)} />}
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
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
