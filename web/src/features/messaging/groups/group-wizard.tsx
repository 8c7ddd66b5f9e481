import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { PersonPicker } from '../../../shared/people/person-picker.tsx'
import { newGroupId, useCreateGroup } from '../messaging.changes.ts'
import { GroupFields, useGroupForm } from './group-fields.tsx'
import css from './group-wizard.module.css'

/** Creates a group in two steps: name, then members (specification, section 2). */
export function GroupWizard({ onClose }: { onClose: () => void }) {
  const text = useText()
  const viewer = useCurrentUser()
  const [step, setStep] = useState<1 | 2>(1)
  const [people, setPeople] = useState<readonly Person[]>([])
  /** Makes a repeated request return the same group. */
  const [clientId] = useState(newGroupId)
  const form = useGroupForm()
  const { mutate, isPending } = useCreateGroup()
  const toggle = (person: Person) =>
    setPeople((known) =>
      known.some(({ id }) => id === person.id) ? known.filter(({ id }) => id !== person.id) : [...known, person],
    )
  const create = () =>
    mutate({ ...form.getTransformedValues(), recipients: people.map(({ id }) => id), clientId }, { onSuccess: onClose })
  return (
    <Dialog isOpen onClose={onClose} title={text('messages.newGroup')} hasUnsaved={form.isDirty() || people.length > 0}>
      <p className={css.step}>{text('messages.group.step', { step })}</p>
      {step === 1 ? (
        <form noValidate className={css.form} onSubmit={form.onSubmit(() => setStep(2))}>
          <GroupFields form={form} />
          <div className={css.buttons} data-toast-clear>
            <Button type="submit">{text('messages.group.next')}</Button>
          </div>
        </form>
      ) : (
        <div className={css.form}>
          <PersonPicker
            label={text('messages.group.people')}
            chosen={people}
            onPick={toggle}
            excludedIds={viewer ? [viewer.id] : []}
          />
          <div className={css.buttons} data-toast-clear>
            <Button variant="default" onClick={() => setStep(1)}>
              {text('messages.group.previous')}
            </Button>
            <Button disabled={people.length === 0 || !form.isValid()} loading={isPending} onClick={create}>
              {text('messages.group.create')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
