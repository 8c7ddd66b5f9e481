import { ActionIcon, Button } from '@mantine/core'
import { IconLinkOff, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SirenScreen } from '@noroshi/contract/siren/siren-screens.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { useNow } from '../../../platform/use-now.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { groupName } from '../../../shared/admin/people.ts'
import { sirenScreenStatus } from './siren-screen-status.ts'
import { sirenScreensQuery, useRevokeSirenScreen } from './siren-screens.queries.ts'
import css from '../../../shared/admin/admin.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { SirenScreenDialog } from './siren-screen-dialog.tsx'

/** The administration of siren screens. A code is shown only once, at its creation. */
export function SirenScreens() {
  const text = useText()
  const { data, error, refetch } = useQuery(sirenScreensQuery)
  const [isCreating, setCreating] = useState(false)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('sirenScreens.loadFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  const create = (
    <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {text('sirenScreens.create')}
    </Button>
  )
  return (
    <>
      <p className={css.note}>{text('sirenScreens.note')}</p>
      {data.items.length === 0 ? (
        <EmptyState title={text('sirenScreens.empty')} action={create} />
      ) : (
        <>
          <div className={css.tools}>{create}</div>
          <Screens screens={data.items} />
        </>
      )}
      {isCreating && <SirenScreenDialog onClose={() => setCreating(false)} />}
    </>
  )
}

function Screens({ screens }: { screens: readonly SirenScreen[] }) {
  const text = useText()
  const language = useLanguage()
  const [revoking, setRevoking] = useState<SirenScreen | null>(null)
  const columns = [
    {
      key: 'name',
      label: text('admin.name'),
      area: 'head' as const,
      cell: ({ name }: SirenScreen) => <b>{name}</b>,
    },
    { key: 'status', label: text('admin.status'), cell: (screen: SirenScreen) => <StatusTag screen={screen} /> },
    {
      key: 'groups',
      label: text('sirenScreens.groups'),
      cell: ({ groups }: SirenScreen) =>
        groups.length === 0 ? (
          <Tag tone="warn">{text('sirenScreens.noGroups')}</Tag>
        ) : (
          <span>{groups.map((group) => groupName(group, text)).join(', ')}</span>
        ),
    },
    {
      key: 'seen',
      label: text('sirenScreens.lastSeen'),
      isShort: true,
      cell: ({ lastSeenAt }: SirenScreen) =>
        lastSeenAt === null ? (
          <span>{text('sirenScreens.never')}</span>
        ) : (
          <time dateTime={lastSeenAt}>{fullDateTime(lastSeenAt, language)}</time>
        ),
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'buttons' as const,
      cell: (screen: SirenScreen) => (
        <ActionIcon aria-label={text('sirenScreens.revokeOf', { name: screen.name })} onClick={() => setRevoking(screen)}>
          <IconLinkOff size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      ),
    },
  ]
  return (
    <>
      <DataTable label={text('sirenScreens.title')} columns={columns} rows={screens} />
      {revoking && <RevokeDialog screen={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

function StatusTag({ screen }: { screen: SirenScreen }) {
  const text = useText()
  const now = useNow()
  const status = sirenScreenStatus(screen, now)
  const tone = status === 'online' ? 'ok' : status === 'waiting' ? 'plain' : 'warn'
  return <Tag tone={tone}>{text(`sirenScreens.${status}`)}</Tag>
}

function RevokeDialog({ screen, onClose }: { screen: SirenScreen; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useRevokeSirenScreen()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate(screen.id, { onSuccess: onClose })}
      isBusy={isPending}
      title={text('sirenScreens.revokeConfirm', { name: screen.name })}
      confirmLabel={text('sirenScreens.revoke')}
    >
      <p>{text('sirenScreens.revokeNote')}</p>
    </ConfirmDialog>
  )
}
