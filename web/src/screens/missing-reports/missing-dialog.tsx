import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import {
  MISSING_CONTACT_MAX,
  MISSING_DESCRIPTION_MAX,
  MissingReportForm,
} from '@noroshi/contract/missing-reports/missing-reports.http'
import { REGISTER_TEXT_MAX } from '@noroshi/contract/reception/people'
import { draftKey, readDraft, writeDraft } from '../../platform/forms/drafts.ts'
import { formRules, submitCallbacks } from '../../platform/forms/form-rules.ts'
import { newId } from '../../platform/ids.ts'
import { useText } from '../../platform/language/i18n.ts'
import { fromLocalDateTime } from '../../platform/language/local-date-time.ts'
import { sessionUserId } from '../../platform/session/session.ts'
import { useUnit } from '../../platform/session/unit.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { ImageField } from '../../ui/forms/image-field.tsx'
import { NameFields, YearField } from '../../features/reception/components/person-fields.tsx'
import { useReportMissing } from '../../features/missing-reports/missing-reports.changes.ts'

const AGE_DIGITS = 3

const Values = z.object({
  name: z.string(),
  kana: z.string(),
  birthYear: z.number().nullable(),
  age: z.string(),
  description: z.string(),
  lastSeenPlace: z.string(),
  /** The value of a `datetime-local` field in the time zone of this device. */
  lastSeenAt: z.string(),
  contact: z.string(),
})
type Values = z.infer<typeof Values>

const empty: Values = {
  name: '',
  kana: '',
  birthYear: null,
  age: '',
  description: '',
  lastSeenPlace: '',
  lastSeenAt: '',
  contact: '',
}

const draftOfReport = () => draftKey(sessionUserId(), 'missingReport', 'new')
/** Stores what the user typed until it is sent or discarded; null removes it. */
const keepTyped = (values: Values | null) =>
  writeDraft(draftOfReport(), values === null || isEmpty(values) ? '' : JSON.stringify(values))
const isEmpty = (values: Values) => JSON.stringify(values) === JSON.stringify(empty)

function typedBefore(): Values {
  try {
    return Values.parse(JSON.parse(readDraft(draftOfReport())))
  } catch {
    return empty // there is none, or it is from another version
  }
}

const bodyOf = (values: Values) => ({ ...values, lastSeenAt: fromLocalDateTime(values.lastSeenAt) })

/** Reports a missing person to the staff of the shelters. */
export function MissingDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const { mutate, isPending } = useReportMissing()
  /** Repeated attempts to send the same report once. */
  const [clientId, setClientId] = useState(newId)
  const [photo, setPhoto] = useState<File | null>(null)
  const form = useForm<Values, MissingReportForm>({
    initialValues: useState(typedBefore)[0],
    onValuesChange: (values) => {
      keepTyped(values)
      setClientId(newId())
    },
    ...formRules<typeof MissingReportForm, Values>(MissingReportForm, bodyOf),
  })
  const close = () => {
    keepTyped(null)
    onClose()
  }
  const submit = form.onSubmit(({ birthYear, age, lastSeenAt, ...texts }) => {
    const numbers = { birthYear: String(birthYear ?? ''), age: String(age ?? '') }
    const sent = { ...texts, ...numbers, lastSeenAt: lastSeenAt ?? '', clientId }
    mutate({ form: sent, photo }, submitCallbacks(form, close))
  })
  return (
    <FormDialog
      title={text('missingReport.report')}
      onClose={close}
      onSubmit={submit}
      submitLabel={text('missingReport.send')}
      isBusy={isPending}
      hasUnsaved={!isEmpty(form.values) || photo !== null}
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
        onChange={(chosen) => {
          setPhoto(chosen)
          setClientId(newId())
        }}
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
