import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { PERSON_SEARCH_MESSAGE_MAX, PersonSearchForm } from '@noroshi/contract/person-searches/person-searches.http'
import { useAskForPerson } from '../../features/person-searches/person-searches.changes.ts'
import { NameFields, YearField } from '../../features/reception/components/person-fields.tsx'
import { formRules, submitCallbacks } from '../../platform/forms/form-rules.ts'
import { newId } from '../../platform/ids.ts'
import { useText } from '../../platform/language/i18n.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'

const empty: PersonSearchForm = { name: '', kana: '', birthYear: null, message: '' }

/** Asks whether a person is in a shelter. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useAskForPerson()
  /** Repeated attempts ask once. */
  const [clientId] = useState(newId)
  const form = useForm<PersonSearchForm, PersonSearchForm>({ initialValues: empty, ...formRules(PersonSearchForm) })
  return (
    <FormDialog
      title={text('personSearch.ask')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => mutate({ ...values, clientId }, submitCallbacks(form, onClose)))}
      submitLabel={text('personSearch.send')}
      isBusy={isPending}
      hasUnsaved={form.isDirty()}
    >
      <NameFields form={form} />
      <YearField
        value={form.values.birthYear}
        error={form.errors['birthYear']}
        onChange={(year) => form.setFieldValue('birthYear', year)}
      />
      <Textarea
        label={text('personSearch.message')}
        description={text('personSearch.messageHint')}
        autosize
        minRows={2}
        maxLength={PERSON_SEARCH_MESSAGE_MAX}
        {...form.getInputProps('message')}
      />
    </FormDialog>
  )
}
