import { useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { PageMember } from '@noroshi/contract/pages/page-members.http'
import { useText } from '../../../platform/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PersonPicker } from '../../../ui/person-picker.tsx'
import { useAddPageMembers } from '../pages.changes.ts'

interface Props {
  pageId: string
  /** Who is in it already is not offered. */
  members: readonly PageMember[]
  onClose: () => void
}

export function AddPageMembersDialog({ pageId, members, onClose }: Props) {
  const text = useText()
  const [people, setPeople] = useState<readonly Person[]>([])
  const { mutate, isPending } = useAddPageMembers(pageId, onClose)
  const toggle = (person: Person) =>
    setPeople((known) =>
      known.some(({ id }) => id === person.id) ? known.filter(({ id }) => id !== person.id) : [...known, person],
    )
  return (
    <FormDialog
      title={text('pages.addMembers')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (people.length > 0) mutate(people.map(({ id }) => id))
      }}
      submitLabel={text('pages.addMembers')}
      isReady={people.length > 0}
      isBusy={isPending}
    >
      <PersonPicker
        label={text('pages.addMembersWho')}
        chosen={people}
        onPick={toggle}
        excludedIds={members.map(({ UserId }) => UserId)}
      />
    </FormDialog>
  )
}
