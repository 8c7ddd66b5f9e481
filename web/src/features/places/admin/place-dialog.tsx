import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import {
  FACILITIES,
  type Facility,
  hasPlaceState,
  KIND_OF_OWN,
  type OwnPlaceKind,
  type Place,
  PLACE_CAPACITY_MAX,
  PLACE_KINDS,
  PLACE_NOTE_MAX,
  PLACE_STATES,
  PlaceForm,
  type PlaceState,
} from '@noroshi/contract/places/places.http'
import { parseWhole } from '@noroshi/contract/text/numbers'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { newId } from '../../../platform/ids.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { LocationField } from '../../../shared/location/map-location-field.tsx'
import formCss from '../../../ui/forms/form.module.css'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { NEW_OWN_KIND, OwnKindFields } from './own-kind-fields.tsx'
import { useCreatePlace, useUpdatePlace } from './places.changes.ts'

/** The choice of a kind that the administrator names. */
const OWN = 'own'
const CHOICES = [...PLACE_KINDS, OWN] as const

interface Values {
  kind: (typeof CHOICES)[number]
  ownKind: OwnPlaceKind | null
  name: string
  note: string
  state: PlaceState | null
  capacity: number | null
  facilities: Facility[]
  latitude: number | null
  longitude: number | null
}

const empty: Values = {
  kind: 'shelter',
  ownKind: null,
  name: '',
  note: '',
  state: 'open',
  capacity: null,
  facilities: [],
  latitude: null,
  longitude: null,
}

const valuesOf = ({ kind, ownKind, name, note, state, capacity, facilities = [], latitude, longitude }: Place): Values => ({
  kind: ownKind ? OWN : kind,
  ownKind: ownKind ?? null,
  name,
  note,
  state,
  capacity,
  facilities,
  latitude,
  longitude,
})

const bodyOf = ({ kind, ownKind, ...values }: Values) => ({
  ...values,
  ...(kind === OWN ? { kind: KIND_OF_OWN, ownKind: ownKind ?? NEW_OWN_KIND } : { kind, ownKind: null }),
})

/** Adds a place, or changes `place`. */
export function PlaceDialog({ place, onClose }: { place: Place | null; onClose: () => void }) {
  const text = useText()
  const [create, update] = [useCreatePlace(), useUpdatePlace()]
  /** Repeated attempts to add add one place. */
  const [id] = useState(() => place?.id ?? newId())
  const form = useForm({ initialValues: place === null ? empty : valuesOf(place), ...formRules(PlaceForm, bodyOf) })
  const { kind } = form.values

  const submit = form.onSubmit((values) => {
    const stated = hasPlaceState(values.kind)
    const sent = {
      ...values,
      id,
      state: stated ? (values.state ?? 'open') : null,
      capacity: stated ? values.capacity : null,
      facilities: stated ? values.facilities : [],
    }
    const { mutate } = place === null ? create : update
    mutate(sent, { onSuccess: onClose, onError: (error) => form.setErrors(fieldErrorsOf(error)) })
  })

  return (
    <FormDialog
      title={text(place === null ? 'places.create' : 'places.edit')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={create.isPending || update.isPending}
      hasUnsaved={form.isDirty()}
    >
      <ChoiceField
        label={text('places.kind')}
        data={CHOICES.map((value) => ({ value, label: text(`places.kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      {kind === OWN && (
        <OwnKindFields
          value={form.values.ownKind ?? NEW_OWN_KIND}
          errors={form.errors}
          onChange={(ownKind) => form.setFieldValue('ownKind', ownKind)}
        />
      )}
      <TextInput label={text('admin.name')} required data-autofocus {...form.getInputProps('name')} />
      {kind !== OWN && hasPlaceState(kind) && (
        <>
          <ChoiceField
            label={text('places.state')}
            data={PLACE_STATES.map((value) => ({ value, label: text(`places.state.${value}`) }))}
            {...form.getInputProps('state')}
            value={form.values.state ?? 'open'}
          />
          <TextInput
            label={text('places.capacity')}
            description={text('places.capacityHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode="numeric"
            maxLength={String(PLACE_CAPACITY_MAX).length}
            error={form.errors['capacity']}
            value={form.values.capacity ?? ''}
            onChange={({ currentTarget }) => form.setFieldValue('capacity', parseWhole(currentTarget.value))}
          />
          <Checkbox.Group label={text('places.facilities')} {...form.getInputProps('facilities')}>
            <div className={formCss.choices} data-in-line>
              {FACILITIES.map((facility) => (
                <Checkbox key={facility} value={facility} label={text(`places.facility.${facility}`)} />
              ))}
            </div>
          </Checkbox.Group>
        </>
      )}
      <Textarea label={text('places.remark')} autosize minRows={2} maxLength={PLACE_NOTE_MAX} {...form.getInputProps('note')} />
      <LocationField
        value={form.values}
        label={text('places.location')}
        confirmLabel={text('places.useLocation')}
        problem={form.errors['latitude'] !== undefined && text('places.locationRequired')}
        onChange={(location) => {
          form.setValues(location)
          form.clearErrors()
        }}
      />
    </FormDialog>
  )
}
