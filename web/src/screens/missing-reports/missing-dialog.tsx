import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import {
  MISSING_CONTACT_MAX,
  MISSING_DESCRIPTION_MAX,
  MissingReportForm,
} from '@noroshi/contract/missing-reports/missing-reports.http'
import { REGISTER_TEXT_MAX } from '@noroshi/contract/reception/people'
import { formRules, submitCallbacks } from '../../platform/forms/form-rules.ts'
import { newId } from '../../platform/ids.ts'
import { useText } from '../../platform/language/i18n.ts'
import { fromLocalDateTime } from '../../platform/language/local-date-time.ts'
import { useUnit } from '../../platform/session/unit.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { ImageField } from '../../ui/forms/image-field.tsx'
import { NameFields, YearField } from '../../features/reception/components/person-fields.tsx'
import { useReportMissing } from '../../features/missing-reports/missing-reports.changes.ts'

const AGE_DIGITS = 3

const empty = {
  name: '',
  kana: '',
  birthYear: null as number | null, // a number as soon as it is typed
  age: '',
  description: '',
  lastSeenPlace: '',
  /** The value of a `datetime-local` field in the time zone of this device. */
  lastSeenAt: '',
  contact: '',
}
type Values = typeof empty

const bodyOf = (values: Values) => ({ ...values, lastSeenAt: fromLocalDateTime(values.lastSeenAt) })

/** Reports a missing person to the staff of the shelters. */
export function MissingDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const { mutate, isPending } = useReportMissing()
  /** Repeated attempts report once. */
  const [clientId] = useState(newId)
  const [photo, setPhoto] = useState<File | null>(null)
  const form = useForm<Values, MissingReportForm>({
    initialValues: empty,
    ...formRules<typeof MissingReportForm, Values>(MissingReportForm, bodyOf),
  })
  const submit = form.onSubmit(({ birthYear, age, lastSeenAt, ...texts }) => {
    const numbers = { birthYear: String(birthYear ?? ''), age: String(age ?? '') }
    const sent = { ...texts, ...numbers, lastSeenAt: lastSeenAt ?? '', clientId }
    mutate({ form: sent, photo }, submitCallbacks(form, onClose))
  })
  return (
    <FormDialog
      title={text('missingReport.report')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('missingReport.send')}
      isBusy={isPending}
      hasUnsaved={form.isDirty() || photo !== null}
    >
      <NameFields form={form} />
      <YearField
        value={form.values.birthYear}
        error={form.errors['birthYear']}
        onChange={(year) => form.setFieldValue('birthYear', year)}
      />
      <TextInput
        label={text('missingReport.age')}
        inputMode="numeric"
        maxLength={AGE_DIGITS}
        autoComplete="off"
        {...form.getInputProps('age')}
      />
      <Textarea
        label={text('missingReport.description')}
        description={text('missingReport.descriptionHint')}
        autosize
        minRows={2}
        maxLength={MISSING_DESCRIPTION_MAX}
        {...form.getInputProps('description')}
      />
      <ImageField
        label={text('missingReport.photo')}
        chooseLabel={text('missingReport.photoChoose')}
        replaceLabel={text('missingReport.photoReplace')}
        removeLabel={text('missingReport.photoRemove')}
        maxMb={maxMb}
        keptUrl={null}
        image={photo}
        onChange={setPhoto}
      />
      <TextInput
        label={text('missingReport.lastSeenPlace')}
        maxLength={REGISTER_TEXT_MAX}
        autoComplete="off"
        {...form.getInputProps('lastSeenPlace')}
      />
      <TextInput type="datetime-local" label={text('missingReport.lastSeenAt')} {...form.getInputProps('lastSeenAt')} />
      <Textarea
        label={text('missingReport.contact')}
        description={text('missingReport.contactHint')}
        autosize
        minRows={1}
        maxLength={MISSING_CONTACT_MAX}
        {...form.getInputProps('contact')}
      />
    </FormDialog>
  )
}
