import { ActionIcon, Button } from '@mantine/core'
import { IconLinkOff, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '@noroshi/contract/accounts/unit.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { invitationStatus } from './invitations.ts'
import { invitationsQuery, useRevokeInvitation } from './unit.queries.ts'
import css from '../../../shared/admin/admin.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'

/** Invitation links. A link is shown once, when it is created. */
export function InvitationLinks() {
  const text = useText()
  const [isInviting, setInviting] = useState(false)
  return (
    <section className={css.part} aria-labelledby="invitations">
      <div className={css.head}>
        <h2 id="invitations">{text('invitations.title')}</h2>
        <Button
          leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />}
          variant="default"
          onClick={() => setInviting(true)}
        >
          {text('invitations.create')}
        </Button>
      </div>
      <p className={css.note}>{text('invitations.note')}</p>
      <InvitationList />
      {isInviting && <InvitationDialog onClose={() => setInviting(false)} />}
    </section>
  )
}

function InvitationList() {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(invitationsQuery)
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={text('invitations.loadFailed')} />
    return <ListSkeleton rows={2} />
  }
  const invitations = data.pages.flatMap(({ items }) => items)
  if (invitations.length === 0) return <EmptyState title={text('invitations.empty')} />
  return (
    <>
      <Rows invitations={invitations} />
      {hasNextPage && (
        <LoadMore label={text('admin.loadMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}

function Rows({ invitations }: { invitations: readonly Invitation[] }) {
  const text = useText()
  const language = useLanguage()
  const revoke = useRevokeInvitation()
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const labelOf = ({ label }: Invitation) => label || text('invitations.unnamed')
  const columns = [
    {
      key: 'label',
      label: text('invitations.label'),
      area: 'head' as const,
      cell: (invitation: Invitation) => <b>{labelOf(invitation)}</b>,
    },
    { key: 'status', label: text('admin.status'), cell: (invitation: Invitation) => <StatusTag invitation={invitation} /> },
    {
      key: 'used',
      label: text('invitations.used'),
      isShort: true,
      cell: ({ usedCount, maxUses }: Invitation) => (
        <span className="num">{text('invitations.usedOf', { used: usedCount, max: maxUses })}</span>
      ),
    },
    {
      key: 'expires',
      label: text('invitations.expires'),
      isShort: true,
      cell: ({ expiresAt }: Invitation) => <time dateTime={expiresAt}>{fullDateTime(expiresAt, language)}</time>,
    },
    {
      key: 'by',
      label: text('invitations.by'),
      cell: ({ createdBy }: Invitation) => <span translate="no">{nameOf(createdBy) || '–'}</span>,
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'buttons' as const,
      cell: (invitation: Invitation) =>
        invitation.isOpen && (
          <ActionIcon
            aria-label={text('invitations.revokeOf', { name: labelOf(invitation) })}
            onClick={() => setRevoking(invitation)}
          >
            <IconLinkOff size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        ),
    },
  ]
  return (
    <>
      <DataTable label={text('invitations.title')} columns={columns} rows={invitations} isFaded={({ isOpen }) => !isOpen} />
      <ConfirmDialog
        isOpen={revoking !== null}
        onClose={() => setRevoking(null)}
        onConfirm={() => revoking && revoke.mutate(revoking.id, { onSuccess: () => setRevoking(null) })}
        isBusy={revoke.isPending}
        title={text('invitations.revokeConfirm')}
        confirmLabel={text('invitations.revoke')}
      >
        <p>{text('invitations.revokeNote')}</p>
      </ConfirmDialog>
    </>
  )
}

function StatusTag({ invitation }: { invitation: Invitation }) {
  const text = useText()
  const status = invitationStatus(invitation)
  return <Tag tone={status === 'open' ? 'ok' : 'plain'}>{text(`invitations.${status}`)}</Tag>
}
