import { useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { freeSeatsOf, isActiveSession, isInCall } from '@noroshi/contract/calls/call-status'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { PersonPicker } from '../../../shared/people/person-picker.tsx'
import { useAddMembers } from '../calls.changes.ts'
import { togglePerson } from '../selection.ts'
import { type CallableMembers, MemberChoice } from './member-choice.tsx'
import css from './group-call.module.css'

interface Props {
  call: Call
  /** The members of the group chat that the call belongs to. null: the call has none, so that any user can be added. */
  group: CallableMembers | null
  onClose: () => void
}

/** Adds users to a group call, up to three others in all. People of the call are not offered. */
export function AddMembersDialog({ call, group, onClose }: Props) {
  const text = useText()
  const [selected, setSelected] = useState<readonly Person[]>([])
  const { mutate, isPending } = useAddMembers(call.id)
  const active = call.sessions.filter(isActiveSession)
  const isPresent = ({ id }: Person) => isInCall(call, id) || active.some(({ ReceiverId }) => ReceiverId === id)
  const toggle = (person: Person) => setSelected(togglePerson(selected, person))
  const max = freeSeatsOf(call)
  return (
    <FormDialog
      title={text('calls.addMembers')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (selected.length > 0)
          mutate(
            selected.map(({ id }) => id),
            { onSuccess: onClose },
          )
      }}
      submitLabel={text('calls.addMembers')}
      isReady={selected.length > 0}
      isBusy={isPending}
      hasUnsaved={selected.length > 0}
    >
      {group ? (
        <MemberChoice
          {...group}
          members={group.members?.filter((person) => !isPresent(person))}
          selected={selected}
          max={max}
          onToggle={toggle}
        />
      ) : (
        <PersonPicker
          label={text('calls.whoJoins')}
          excludedIds={call.people.filter(isPresent).map(({ id }) => id)}
          chosen={selected}
          max={max}
          onPick={toggle}
        />
      )}
      <p className={css.count} role="status">
        {text('calls.selectedCount', { count: selected.length, max })}
      </p>
    </FormDialog>
  )
}
