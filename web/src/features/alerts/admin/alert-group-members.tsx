import { ActionIcon, Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { AlertGroup, AlertGroupMember } from '@noroshi/contract/alerts/alert-groups.http'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../platform/tuning.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { PersonPicker } from '../../../shared/people/person-picker.tsx'
import { FieldError } from '../../../ui/forms/field-error.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { groupMembersQuery, useAddMembers, useRemoveMember } from '../../../shared/admin/alert-groups.queries.ts'
import { groupName, togglePerson } from '../../../shared/admin/people.ts'
import css from './alert-group-members.module.css'
import { AdminSearchField } from '../../../shared/admin/admin-search-field.tsx'

/** The members of a group, with search, adding and removing. */
export function AlertGroupMembers({ group, onClose }: { group: AlertGroup; onClose: () => void }) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [name] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  const [removing, setRemoving] = useState<AlertGroupMember | null>(null)
  // One dialog at a time, so that Escape returns to this dialog.
  if (isAdding) return <AddDialog group={group} onClose={() => setAdding(false)} />
  if (removing) return <RemoveDialog group={group} member={removing} onClose={() => setRemoving(null)} />
  return (
    <Dialog isOpen onClose={onClose} title={text('alertGroups.membersOf', { name: groupName(group, text) })}>
      <div className={css.members}>
        <div className={css.tools}>
          <AdminSearchField label={text('adminUsers.search')} hint={text('admin.name')} value={typed} onChange={setTyped} />
          <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />} onClick={() => setAdding(true)}>
            {text('alertGroups.addMembers')}
          </Button>
        </div>
        <Results group={group} name={name} onRemove={setRemoving} />
      </div>
    </Dialog>
  )
}

interface ResultsProps {
  group: AlertGroup
  name: string
  onRemove: (member: AlertGroupMember) => void
}

function Results({ group, name, onRemove }: ResultsProps) {
  const text = useText()
  const query = useInfiniteQuery(groupMembersQuery(group.id, name))
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('alertGroups.membersFailed')} />
    ) : (
      <ListSkeleton rows={3} />
    )
  }
  const members = data.pages.flatMap(({ items }) => items)
  if (members.length === 0) {
    return <EmptyState title={text(name === '' ? 'alertGroups.membersEmpty' : 'alertGroups.membersNotFound')} />
  }
  return (
    <>
      <ul className={css.list}>
        {members.map((member) => (
          <li key={member.id}>
            <Avatar person={member} size={44} />
            <span>
              <b translate="no">{nameOf(member)}</b>
              {!member.isActive && <Tag>{text('adminUsers.deactivated')}</Tag>}
            </span>
            <ActionIcon aria-label={text('alertGroups.removeMember', { name: nameOf(member) })} onClick={() => onRemove(member)}>
              <IconX size={20} stroke={2} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <LoadMore label={text('admin.loadMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}

function RemoveDialog({ group, member, onClose }: { group: AlertGroup; member: AlertGroupMember; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useRemoveMember(group.id)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate(member.id, { onSuccess: onClose })}
      isBusy={isPending}
      title={text('alertGroups.removeConfirm', { name: nameOf(member), group: groupName(group, text) })}
      confirmLabel={text('admin.remove')}
    >
      <p>{text('alertGroups.removeNote')}</p>
    </ConfirmDialog>
  )
}

function AddDialog({ group, onClose }: { group: AlertGroup; onClose: () => void }) {
  const text = useText()
  const [chosen, setChosen] = useState<readonly Person[]>([])
  const [isEmpty, setEmpty] = useState(false)
  const add = useAddMembers(group.id)
  const submit = () => {
    setEmpty(chosen.length === 0)
    if (chosen.length > 0)
      add.mutate(
        chosen.map(({ id }) => id),
        { onSuccess: onClose },
      )
  }
  return (
    <FormDialog
      title={text('alertGroups.addMembers')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      submitLabel={chosen.length > 0 ? text('alertGroups.addChosen', { count: chosen.length }) : text('alertGroups.addMembers')}
      isBusy={add.isPending}
      hasUnsaved={chosen.length > 0}
    >
      <PersonPicker
        label={text('admin.name')}
        chosen={chosen}
        onPick={(person) => {
          setEmpty(false)
          setChosen((before) => togglePerson(before, person))
        }}
      />
      <FieldError>{isEmpty && text('alertGroups.noUserChosen')}</FieldError>
    </FormDialog>
  )
}
