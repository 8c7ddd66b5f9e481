import { ActionIcon, Menu, Switch } from '@mantine/core'
import {
  IconDotsVertical,
  IconDownload,
  IconGauge,
  IconKey,
  IconLock,
  IconLockOff,
  IconShieldCheck,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminUser } from '@noroshi/contract/admin/users.http'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmailText } from '../../../shared/people/email-text.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { DeleteAccountDialog } from '../personal-data/delete-account-dialog.tsx'
import { ExportDialog } from '../personal-data/export-dialog.tsx'
import { useChangeUser, type UserChange, usersKey } from './users.queries.ts'
import css from '../../../shared/admin/admin.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { ResetLinkDialog } from './reset-link-dialog.tsx'

/** An action that waits for its confirmation. */
interface PendingAction {
  readonly user: AdminUser
  readonly what: UserChange | 'resetLink' | 'export' | 'delete'
}

/** The users with their actions. The own row has no actions, so that administrators cannot lock themselves out. */
export function UserTable({ users, myId }: { users: readonly AdminUser[]; myId: string }) {
  const text = useText()
  const cache = useQueryClient()
  const [pending, setPending] = useState<PendingAction | null>(null)
  const close = () => setPending(null)
  const columns = [
    {
      key: 'name',
      label: text('admin.name'),
      area: 'head' as const,
      cell: (user: AdminUser) => <UserName user={user} isSelf={user.id === myId} />,
    },
    {
      key: 'role',
      label: text('admin.role'),
      area: 'plain' as const,
      cell: (user: AdminUser) => <Role isAdmin={user.isAdmin} />,
    },
    {
      key: 'status',
      label: text('admin.status'),
      area: 'plain' as const,
      cell: (user: AdminUser) => (
        <Status
          user={user}
          isSelf={user.id === myId}
          onToggle={() => setPending({ user, what: user.isActive ? 'deactivate' : 'activate' })}
        />
      ),
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'buttons' as const,
      cell: (user: AdminUser) => user.id !== myId && <ActionMenu user={user} onAsk={(what) => setPending({ user, what })} />,
    },
  ]
  return (
    <>
      <DataTable label={text('adminUsers.title')} columns={columns} rows={users} isFaded={({ isActive }) => !isActive} />
      {pending?.what === 'resetLink' && <ResetLinkDialog user={pending.user} onClose={close} />}
      {pending?.what === 'export' && <ExportDialog person={pending.user} onClose={close} />}
      {pending?.what === 'delete' && (
        <DeleteAccountDialog
          person={pending.user}
          onClose={close}
          onDeleted={() => void cache.invalidateQueries({ queryKey: usersKey })}
        />
      )}
      {pending && isChange(pending.what) && <ChangeDialog user={pending.user} change={pending.what} onClose={close} />}
    </>
  )
}

const isChange = (what: PendingAction['what']): what is UserChange => !['resetLink', 'export', 'delete'].includes(what)

export function UserName({ user, isSelf }: { user: AdminUser; isSelf: boolean }) {
  const text = useText()
  return (
    <span className={css.person}>
      <Avatar person={user} size={42} />
      <span>
        <b>
          <span translate="no">{nameOf(user)}</span>
          {isSelf && <small>{text('adminUsers.you')}</small>}
        </b>
        <span className={css.email}>
          <EmailText>{user.email}</EmailText>{' '}
          {user.hasSecondFactor && <IconLock size={16} stroke={2} role="img" aria-label={text('adminUsers.hasSecondFactor')} />}
        </span>
      </span>
    </span>
  )
}

function Role({ isAdmin }: { isAdmin: boolean }) {
  const text = useText()
  if (!isAdmin) return <span data-wide-only>{text('adminUsers.member')}</span>
  return (
    <Tag tone="accent" icon={<IconShieldCheck size={16} stroke={2} aria-hidden="true" />}>
      {text('adminUsers.admin')}
    </Tag>
  )
}

/** The status as a switch. A change needs a confirmation. */
function Status({ user, isSelf, onToggle }: { user: AdminUser; isSelf: boolean; onToggle: () => void }) {
  const text = useText()
  const status = text(user.isActive ? 'adminUsers.active' : 'adminUsers.deactivated')
  if (isSelf) return <span>{status}</span>
  return <Switch checked={user.isActive} onChange={onToggle} label={status} aria-label={`${status}: ${nameOf(user)}`} />
}

function ActionMenu({ user, onAsk }: { user: AdminUser; onAsk: (what: PendingAction['what']) => void }) {
  const text = useText()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={text('admin.actionsOf', { name: nameOf(user) })}>
          <IconDotsVertical size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {user.isActive && <ActiveUserItems user={user} onAsk={onAsk} />}
        <Menu.Item leftSection={<IconDownload size={22} stroke={1.75} />} onClick={() => onAsk('export')}>
          {text('personalData.downloadOf')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={22} stroke={1.75} />} onClick={() => onAsk('delete')}>
          {text('personalData.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The actions for a user who is not deactivated. */
function ActiveUserItems({ user, onAsk }: { user: AdminUser; onAsk: (what: PendingAction['what']) => void }) {
  const text = useText()
  return (
    <>
      {user.isAdmin ? (
        <Menu.Item leftSection={<IconShieldOff size={22} stroke={1.75} />} onClick={() => onAsk('removeAdmin')}>
          {text('adminUsers.removeAdmin')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconShieldCheck size={22} stroke={1.75} />} onClick={() => onAsk('makeAdmin')}>
          {text('adminUsers.makeAdmin')}
        </Menu.Item>
      )}
      {user.hasSecondFactor && (
        <Menu.Item leftSection={<IconLockOff size={22} stroke={1.75} />} onClick={() => onAsk('resetSecondFactor')}>
          {text('adminUsers.resetSecondFactor')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconGauge size={22} stroke={1.75} />}
        onClick={() => onAsk(user.hasDailyLimit ? 'liftLimit' : 'applyLimit')}
      >
        {text(user.hasDailyLimit ? 'adminUsers.liftLimit' : 'adminUsers.applyLimit')}
      </Menu.Item>
      <Menu.Item leftSection={<IconKey size={22} stroke={1.75} />} onClick={() => onAsk('resetLink')}>
        {text('adminUsers.resetLink')}
      </Menu.Item>
    </>
  )
}

export function ChangeDialog({ user, change, onClose }: { user: AdminUser; change: UserChange; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useChangeUser()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate({ id: user.id, change }, { onSuccess: onClose })}
      isBusy={isPending}
      title={text(`adminUsers.${change}Confirm`, { name: nameOf(user) })}
      confirmLabel={text(`adminUsers.${change}`)}
    >
      <p>{text(`adminUsers.${change}Note`)}</p>
    </ConfirmDialog>
  )
}
