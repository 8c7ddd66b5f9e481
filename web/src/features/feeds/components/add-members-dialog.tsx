import { useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { FeedMember } from '@noroshi/contract/feeds/feed-members.http'
import { useText } from '../../../platform/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PersonPicker } from '../../../ui/person-picker.tsx'
import { useAddFeedMembers } from '../feeds.changes.ts'

interface Props {
  feedId: string
  /** Who is in it already is not offered. */
  members: readonly FeedMember[]
  onClose: () => void
}

export function AddMembersDialog({ feedId, members, onClose }: Props) {
  const text = useText()
  const [people, setPeople] = useState<readonly Person[]>([])
  const { mutate, isPending } = useAddFeedMembers(feedId, onClose)
  const toggle = (person: Person) =>
    setPeople((known) =>
      known.some(({ id }) => id === person.id) ? known.filter(({ id }) => id !== person.id) : [...known, person],
    )
  return (
    <FormDialog
      title={text('feeds.addMembers')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (people.length > 0) mutate(people.map(({ id }) => id))
      }}
      submitLabel={text('feeds.addMembers')}
      isReady={people.length > 0}
      isBusy={isPending}
    >
      <PersonPicker
        label={text('feeds.addMembersWho')}
        chosen={people}
        onPick={toggle}
        excludedIds={members.map(({ UserId }) => UserId)}
      />
    </FormDialog>
  )
}
