import { useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { PersonPicker } from './person-picker.tsx'

interface Props {
  /** Also the label of the submit button. */
  title: string
  question: string
  memberIds: readonly string[]
  onAdd: (userIds: string[], onAdded: () => void) => void
  isBusy: boolean
  onClose: () => void
}

export function AddPeopleDialog({ title, question, memberIds, onAdd, isBusy, onClose }: Props) {
  const [people, setPeople] = useState<readonly Person[]>([])
  const toggle = (person: Person) =>
    setPeople((previous) =>
      previous.some(({ id }) => id === person.id) ? previous.filter(({ id }) => id !== person.id) : [...previous, person],
    )
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (people.length > 0)
          onAdd(
            people.map(({ id }) => id),
            onClose,
          )
      }}
      submitLabel={title}
      isReady={people.length > 0}
      isBusy={isBusy}
      hasUnsaved={people.length > 0}
    >
      <PersonPicker label={question} chosen={people} onPick={toggle} excludedIds={memberIds} />
    </FormDialog>
  )
}
