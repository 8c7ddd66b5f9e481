import { Checkbox } from '@mantine/core'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import css from './group-call.module.css'

/** The members of a group chat who can be called. */
export interface CallableMembers {
  /** undefined while they load. */
  readonly members: readonly Person[] | undefined
  readonly error: Error | null
  readonly onRetry: () => void
}

interface Props extends CallableMembers {
  selected: readonly Person[]
  /** Max number of selected members: with it, the other rows are disabled. */
  max: number
  onToggle: (person: Person) => void
}

/** Selects members of a group chat. */
export function MemberChoice({ members, error, onRetry, selected, max, onToggle }: Props) {
  const text = useText()
  if (!members)
    return error ? <ErrorState error={error} onRetry={onRetry} title={text('calls.membersFailed')} /> : <ListSkeleton />
  if (members.length === 0) return <p>{text('calls.noOtherMembers')}</p>
  const isSelected = (person: Person) => selected.some(({ id }) => id === person.id)
  return (
    <fieldset className={css.members}>
      <legend>{text('calls.members')}</legend>
      {members.map((person) => (
        <Checkbox
          key={person.id}
          className={css.member}
          checked={isSelected(person)}
          disabled={selected.length >= max && !isSelected(person)}
          onChange={() => onToggle(person)}
          label={
            <span className={css.person}>
              <Avatar person={person} size={40} />
              <span translate="no">{nameOf(person)}</span>
            </span>
          }
        />
      ))}
    </fieldset>
  )
}
