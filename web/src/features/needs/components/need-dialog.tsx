import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import {
  type Need,
  NEED_KINDS,
  NEED_NOTE_MAX,
  NEED_SHORT_MAX,
  NEED_SUBJECTS,
  NeedForm,
  type NeedKind,
  type NeedSubject,
} from '@noroshi/contract/needs/needs.http'
import type { Place } from '@noroshi/contract/places/places.http'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { newId } from '../../../platform/ids.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useChangeNeed, useCreateNeed } from '../needs.changes.ts'

interface Values {
  kind: NeedKind
  subject: NeedSubject
  title: string
  amount: string
  note: string
  isUrgent: boolean
  placeId: string | null
  whereabouts: string
}

const valuesOf = ({ kind, subject, title, amount, note, isUrgent, place, whereabouts }: Need): Values => ({
  kind,
  subject,
  title,
  amount,
  note,
  isUrgent,
  placeId: place?.id ?? null,
  whereabouts,
})

/** Returns the values that differ, so that a change of another device to other fields stays. */
const changed = (values: Values, before: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before[name as keyof Values]))

interface Props {
  /** null: a new entry. */
  need: Need | null
  /** The kind and the place of a new entry. */
  start: Pick<Values, 'kind' | 'placeId'>
  places: readonly Place[]
  onClose: () => void
}

/** Adds an entry of the needs board, or changes one. */
export function NeedDialog({ need, start, places, onClose }: Props) {
  const text = useText()
  const [create, change] = [useCreateNeed(), useChangeNeed()]
  /** Repeated attempts to add add one entry. */
  const [clientId] = useState(newId)
  const empty = { subject: 'things' as const, title: '', amount: '', note: '', isUrgent: false, whereabouts: '' }
  const form = useForm<Values>({ initialValues: need === null ? { ...empty, ...start } : valuesOf(need), ...formRules(NeedForm) })
  const submit = form.onSubmit((values) => {
    const settle = { onSuccess: onClose, onError: (error: Error) => form.setErrors(fieldErrorsOf(error)) }
    if (need === null) create.mutate({ ...values, clientId }, settle)
    else change.mutate({ ...changed(values, valuesOf(need)), id: need.id }, settle)
  })
  const { placeId } = form.values
  // The place of the entry may have been deleted meanwhile.
  const listed = need?.place && !places.some(({ id }) => id === need.place?.id) ? [need.place, ...places] : places
  return (
    <FormDialog
      title={text(need === null ? 'needs.new' : 'needs.edit')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={create.isPending || change.isPending}
      hasUnsaved={form.isDirty()}
    >
      <ChoiceField
        label={text('needs.kind')}
        data={NEED_KINDS.map((value) => ({ value, label: text(`needs.kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <ChoiceField
        label={text('needs.subject')}
        data={NEED_SUBJECTS.map((value) => ({ value, label: text(`needs.subject.${value}`) }))}
        {...form.getInputProps('subject')}
      />
      <TextInput label={text('needs.what')} required data-autofocus {...form.getInputProps('title')} />
      <TextInput label={text('needs.amount')} maxLength={NEED_SHORT_MAX} {...form.getInputProps('amount')} />
      {listed.length > 0 && (
        <ChoiceField
          label={text('needs.place')}
          data={[{ value: '', label: text('needs.placeNone') }, ...listed.map(({ id, name }) => ({ value: id, label: name }))]}
          error={form.errors['placeId']}
          value={placeId ?? ''}
          onChange={({ currentTarget }) => form.setFieldValue('placeId', currentTarget.value === '' ? null : currentTarget.value)}
        />
      )}
      <TextInput label={text('needs.whereabouts')} maxLength={NEED_SHORT_MAX} {...form.getInputProps('whereabouts')} />
      <Textarea label={text('needs.note')} autosize minRows={2} maxLength={NEED_NOTE_MAX} {...form.getInputProps('note')} />
      <Checkbox label={text('needs.urgent')} {...form.getInputProps('isUrgent', { type: 'checkbox' })} />
    </FormDialog>
  )
}
