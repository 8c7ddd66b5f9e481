import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { GuestDetails, REGISTER_TEXT_MAX } from '@noroshi/contract/reception/people'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import type { GuestValues } from '../arriving.ts'
import { NeedsFields, PersonFields, YearField } from './person-fields.tsx'

interface Props {
  readonly title: string
  readonly values: GuestValues
  readonly isBusy?: boolean
  readonly onClose: () => void
  /** Receives the valid form, and a function that shows the errors of the server. */
  readonly onSubmit: (values: GuestDetails, showErrors: (error: unknown) => void) => void
}

/** The details that a desk enters about a person. */
export function GuestDialog({ title, values, isBusy = false, onClose, onSubmit }: Props) {
  const text = useText()
  const form = useForm<GuestValues, GuestDetails>({ initialValues: values, ...formRules(GuestDetails) })
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={form.onSubmit((details) => onSubmit(details, (error) => form.setErrors(fieldErrorsOf(error))))}
      isBusy={isBusy}
      hasUnsaved={form.isDirty()}
    >
      <PersonFields form={form} />
      <YearField
        value={form.values.birthYear}
        error={form.errors['birthYear']}
        onChange={(year) => form.setFieldValue('birthYear', year)}
      />
      <TextInput
        label={text('reception.address')}
        maxLength={REGISTER_TEXT_MAX}
        autoComplete="off"
        {...form.getInputProps('address')}
      />
      <NeedsFields
        needs={form.values.needs}
        note={form.values.needsNote}
        onNeeds={(needs) => form.setFieldValue('needs', needs)}
        onNote={(note) => form.setFieldValue('needsNote', note)}
      />
      <Checkbox label={text('reception.mayBeFound')} {...form.getInputProps('mayBeFound', { type: 'checkbox' })} />
    </FormDialog>
  )
}
