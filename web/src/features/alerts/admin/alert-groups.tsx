import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlertGroup } from '@noroshi/contract/alerts/alert-groups.http'
import { useText } from '../../../platform/language/i18n.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { alertGroupsQuery, useDeleteGroup } from '../../../shared/admin/alert-groups.queries.ts'
import { AlertGroupDialog } from './alert-group-dialog.tsx'
import { AlertGroupMembers } from './alert-group-members.tsx'
import { groupName } from '../../../shared/admin/people.ts'
import css from '../../../shared/admin/admin.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'

type Open = { readonly what: 'edit' | 'members' | 'delete'; readonly group: AlertGroup } | { readonly what: 'create' } | null

/** The administration of alert groups. */
export function AlertGroups() {
  const text = useText()
  const { data, error, refetch } = useQuery(alertGroupsQuery)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('alertGroups.loadFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  const create = (
    <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />} onClick={() => setOpen({ what: 'create' })}>
      {text('alertGroups.create')}
    </Button>
  )
  return (
    <>
      {data.items.length === 0 ? (
        <EmptyState title={text('alertGroups.empty')} action={create} />
      ) : (
        <>
          <div className={css.tools}>{create}</div>
          <Groups groups={data.items} onOpen={setOpen} />
        </>
      )}
      {open?.what === 'create' && <AlertGroupDialog group={null} onClose={close} />}
      {open?.what === 'edit' && <AlertGroupDialog group={open.group} onClose={close} />}
      {open?.what === 'members' && <AlertGroupMembers group={open.group} onClose={close} />}
      {open?.what === 'delete' && <DeleteDialog group={open.group} onClose={close} />}
    </>
  )
}

function Groups({ groups, onOpen }: { groups: readonly AlertGroup[]; onOpen: (open: Open) => void }) {
  const text = useText()
  const columns = [
    {
      key: 'name',
      label: text('admin.name'),
      area: 'head' as const,
      cell: (group: AlertGroup) => <b>{groupName(group, text)}</b>,
    },
    {
      key: 'members',
      label: text('alertGroups.members'),
      cell: ({ memberCount: count }: AlertGroup) => <span className="num">{text('admin.people', { count })}</span>,
    },
    {
      key: 'takes',
      label: text('alertGroups.takes'),
      area: 'plain' as const,
      cell: (group: AlertGroup) => <GroupTags group={group} />,
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'buttons' as const,
      cell: (group: AlertGroup) => <GroupButtons group={group} onOpen={onOpen} />,
    },
  ]
  return <DataTable label={text('alertGroups.title')} columns={columns} rows={groups} />
}

function GroupTags({ group }: { group: AlertGroup }) {
  const text = useText()
  return (
    <span className={css.tags}>
      <Tag>{text('alertGroups.onlyMembers')}</Tag>
      {group.isShared && <Tag tone="accent">{text('feeds.isShared')}</Tag>}
      {group.unitName !== undefined && <Tag>{text('alertGroups.ofUnit', { unit: group.unitName })}</Tag>}
      {group.isAnonymous && <Tag tone="accent">{text('alertGroups.anonymousTag')}</Tag>}
      {group.takesNewUsers && <Tag tone="accent">{text('alertGroups.newUsersTag')}</Tag>}
    </span>
  )
}

function GroupButtons({ group, onOpen }: { group: AlertGroup; onOpen: (open: Open) => void }) {
  const text = useText()
  const name = groupName(group, text)
  return (
    <span className={css.buttons}>
      <ActionIcon aria-label={text('alertGroups.membersOf', { name })} onClick={() => onOpen({ what: 'members', group })}>
        <IconUsers size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon aria-label={text('admin.editOf', { name })} onClick={() => onOpen({ what: 'edit', group })}>
        <IconPencil size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      {!group.isBuiltIn && (
        <ActionIcon aria-label={text('admin.deleteOf', { name })} onClick={() => onOpen({ what: 'delete', group })}>
          <IconTrash size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
    </span>
  )
}

function DeleteDialog({ group, onClose }: { group: AlertGroup; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useDeleteGroup()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate(group.id, { onSuccess: onClose })}
      isBusy={isPending}
      title={text('alertGroups.deleteConfirm', { name: group.name })}
      confirmLabel={text('chrome.delete')}
    >
      <p>{text('alertGroups.deleteNote')}</p>
    </ConfirmDialog>
  )
}
