import { useForm } from '@mantine/form'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { ExportForm } from '@noroshi/contract/accounts/personal-data.http'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { CurrentPasswordField } from '../security/current-password-field.tsx'
import { useExport } from './personal-data.queries.ts'

interface Props {
  /** null: the user's own data. */
  person: Person | null
  onClose: () => void
}

/** Downloads the data of the user, or of another person as an administrator. */
export function ExportDialog({ person, onClose }: Props) {
  const text = useText()
  const download = useExport(person?.id ?? null)
  const form = useForm({ initialValues: { currentPassword: '' }, ...formRules(ExportForm) })
  return (
    <FormDialog
      title={person === null ? text('personalData.download') : text('personalData.downloadOfTitle', { name: nameOf(person) })}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => download.mutate(values, submitCallbacks(form, onClose)))}
      submitLabel={text('personalData.start')}
      isBusy={download.isPending}
      hasUnsaved={form.isDirty()}
    >
      <p>{text(person === null ? 'personalData.downloadNote' : 'personalData.downloadOfNote')}</p>
      <p>{text('personalData.downloadLimit')}</p>
      <CurrentPasswordField data-autofocus {...form.getInputProps('currentPassword')} />
    </FormDialog>
  )
}
