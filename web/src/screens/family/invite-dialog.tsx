import { type FormEvent, useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { Family } from '@noroshi/contract/families/families.http'
import { useInvite } from '../../features/families/families.changes.ts'
import { useText } from '../../platform/language/i18n.ts'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { PersonPicker } from '../../shared/people/person-picker.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'

/** Invites a user to the family. */
export function InviteDialog({ family: { relatives, sent }, onClose }: { family: Family; onClose: () => void }) {
  const text = useText()
  const me = useCurrentUser()
  const { mutate, isPending } = useInvite()
  const [person, setPerson] = useState<Person | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (person) mutate(person.id, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={text('family.invite')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('family.send')}
      isReady={person !== null}
      isBusy={isPending}
      hasUnsaved={person !== null}
    >
      <p>{text('family.inviteHint')}</p>
      <PersonPicker
        label={text('family.person')}
        excludedIds={[...(me ? [me.id] : []), ...[...relatives, ...sent].map((link) => link.person.id)]}
        chosen={person ? [person] : []}
        onPick={(next) => setPerson(next.id === person?.id ? null : next)}
      />
    </FormDialog>
  )
}
