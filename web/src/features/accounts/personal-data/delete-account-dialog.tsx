import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { DeletionForm } from '@noroshi/contract/accounts/personal-data.http'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { CurrentPasswordField } from '../security/current-password-field.tsx'
import { useDeleteAccount } from './personal-data.queries.ts'

interface Props {
  /** null: the user's own account. */
  person: Person | null
  onClose: () => void
  /** The account of another person was deleted. */
  onDeleted?: () => void
}

/** Deletes the account of the user, or of another person as an administrator, after it says what stays. */
export function DeleteAccountDialog({ person, onClose, onDeleted }: Props) {
  const text = useText()
  const unit = useUnit()
  const deletion = useDeleteAccount(person?.id ?? null)
  const form = useForm({ initialValues: { currentPassword: '', deletesMessages: false }, ...formRules(DeletionForm) })
  const done = () => {
    onClose()
    onDeleted?.()
  }
  return (
    <FormDialog
      title={person === null ? text('personalData.deleteTitle') : text('personalData.deleteOfTitle', { name: nameOf(person) })}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => deletion.mutate(values, submitCallbacks(form, done)))}
      submitLabel={text('personalData.delete')}
      isBusy={deletion.isPending}
      hasUnsaved={form.isDirty()}
    >
      <p>{text('personalData.deleteGoes')}</p>
      <p>{text('personalData.deleteStays', { name: text('people.deleted') })}</p>
      {unit?.sharesData === true && <p>{text('personalData.deleteUnits')}</p>}
      <Checkbox
        label={text('personalData.deleteMessages')}
        description={text('personalData.deleteMessagesNote')}
        {...form.getInputProps('deletesMessages', { type: 'checkbox' })}
      />
      <CurrentPasswordField data-autofocus {...form.getInputProps('currentPassword')} />
    </FormDialog>
  )
}
