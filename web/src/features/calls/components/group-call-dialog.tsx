import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { CALL_OTHERS_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/i18n.ts'
import { nameOf } from '../../../platform/person-name.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { togglePerson } from '../selection.ts'
import { GroupCallForm } from './group-call-form.tsx'
import css from './group-call.module.css'

interface Props {
  /** Id of the group for calls; null until it is loaded. */
  groupId: string
  /** The other members; undefined while they load. */
  members: readonly Person[] | undefined
  error: Error | null
  onRetry: () => void
  onClose: () => void
}

/** Picks members of a group for a call. At three the other rows are disabled. */
export function GroupCallDialog({ groupId, members, error, onRetry, onClose }: Props) {
  const text = useText()
  const [selected, setSelected] = useState<readonly Person[]>([])
  const isSelected = (person: Person) => selected.some(({ id }) => id === person.id)
  return (
    <GroupCallForm groupId={groupId} selected={selected} onClose={onClose}>
      {!members &&
        (error ? <ErrorState error={error} onRetry={onRetry} title={text('calls.membersFailed')} /> : <ListSkeleton />)}
      {members?.length === 0 && <p>{text('calls.noOtherMembers')}</p>}
      {members && members.length > 0 && (
        <fieldset className={css.members}>
          <legend>{text('calls.members')}</legend>
          {members.map((person) => (
            <Checkbox
              key={person.id}
              className={css.member}
              checked={isSelected(person)}
              disabled={selected.length >= CALL_OTHERS_MAX && !isSelected(person)}
              onChange={() => setSelected(togglePerson(selected, person))}
              label={
                <span className={css.person}>
                  <Avatar person={person} size={40} />
                  {nameOf(person)}
                </span>
              }
            />
          ))}
        </fieldset>
      )}
    </GroupCallForm>
  )
}
