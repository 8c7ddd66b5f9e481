import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import { type Dependant, DEPENDANT_KINDS, DependantForm } from '@noroshi/contract/reception/people'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { newId } from '../../../platform/ids.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { NeedsFields, PersonFields, YearField } from '../components/person-fields.tsx'
import { useCreateDependant, useUpdateDependant } from './household.changes.ts'

type Values = z.output<typeof DependantForm>

const empty: Values = { kind: 'child', name: '', kana: '', sex: 'notStated', birthYear: null, needs: [], needsNote: '' }

const valuesOf = ({ kind, name, kana, sex, birthYear, needs, needsNote }: Dependant): Values => ({
  kind,
  name,
  kana,
  sex,
  birthYear,
  needs,
  needsNote,
})

/** Adds a dependant, or changes `dependant`. */
export function DependantDialog({ dependant, onClose }: { dependant: Dependant | null; onClose: () => void }) {
  const text = useText()
  const [create, update] = [useCreateDependant(), useUpdateDependant()]
  /** Repeated attempts to add add one dependant. */
  const [clientId] = useState(newId)
  const form = useForm<Values, Values>({
    initialValues: dependant === null ? empty : valuesOf(dependant),
    ...formRules(DependantForm),
  })
  return (
    <FormDialog
      title={text(dependant === null ? 'household.add' : 'household.edit')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => {
        const callbacks = submitCallbacks(form, onClose)
        if (dependant === null) create.mutate({ ...values, clientId }, callbacks)
        else update.mutate({ ...values, id: dependant.id }, callbacks)
      })}
      isBusy={create.isPending || update.isPending}
      hasUnsaved={form.isDirty()}
    >
      <ChoiceField
        label={text('household.kind')}
        data={DEPENDANT_KINDS.map((value) => ({ value, label: text(`household.kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <PersonFields form={form} />
      <YearField
        value={form.values.birthYear}
        error={form.errors['birthYear']}
        onChange={(year) => form.setFieldValue('birthYear', year)}
      />
      <NeedsFields
        needs={form.values.needs}
        note={form.values.needsNote}
        onNeeds={(needs) => form.setFieldValue('needs', needs)}
        onNote={(note) => form.setFieldValue('needsNote', note)}
      />
    </FormDialog>
  )
}
