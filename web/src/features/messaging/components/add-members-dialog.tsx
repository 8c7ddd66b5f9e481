import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { ThreadMember } from '@noroshi/contract/messaging/threads.http'
import { useText } from '../../../platform/i18n.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { PersonPicker } from '../../../ui/person-picker.tsx'
import { useAddMembers } from '../messaging.changes.ts'
import css from './group-wizard.module.css'

interface Props {
  threadId: string
  /** Who is in it already is not offered. */
  members: readonly ThreadMember[]
  onClose: () => void
}

export function AddMembersDialog({ threadId, members, onClose }: Props) {
  const text = useText()
  const [people, setPeople] = useState<readonly Person[]>([])
  const { mutate, isPending } = useAddMembers(threadId, onClose)
  const toggle = (person: Person) =>
    setPeople((known) =>
      known.some(({ id }) => id === person.id) ? known.filter(({ id }) => id !== person.id) : [...known, person],
    )
  return (
    <Dialog isOpen onClose={onClose} title={text('messages.addMembers')}>
      <div className={css.form}>
        <PersonPicker
          label={text('messages.group.people')}
          chosen={people}
          onPick={toggle}
          excludedIds={members.map(({ UserId }) => UserId)}
        />
        <Button disabled={people.length === 0} loading={isPending} onClick={() => mutate(people.map(({ id }) => id))}>
          {text('messages.addMembers')}
        </Button>
      </div>
    </Dialog>
  )
}
