import { Radio, TextInput } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type OwnPlaceKind, PLACE_ICONS, PlaceIcon } from '@noroshi/contract/places/places.http'
import { useText } from '../../../platform/language/i18n.ts'
import { OWN_KIND_ICONS } from '../../../shared/places/place-icons.ts'
import { placesQuery } from '../../../shared/places/places.queries.ts'
import css from './own-kind-fields.module.css'

export const NEW_OWN_KIND: OwnPlaceKind = { name: '', icon: 'info' }

interface Props {
  value: OwnPlaceKind
  errors: FormErrors
  onChange: (ownKind: OwnPlaceKind) => void
}

/** The name and the icon of an own kind. A name that other places have brings their icon. */
export function OwnKindFields({ value, errors, onChange }: Props) {
  const text = useText()
  const listId = useId()
  const { data } = useQuery(placesQuery)
  const known = new Map((data?.items ?? []).flatMap(({ ownKind }) => (ownKind ? [[ownKind.name, ownKind] as const] : [])))
  return (
    <>
      <TextInput
        label={text('places.ownKind')}
        description={text('places.ownKindHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        list={listId}
        value={value.name}
        error={errors['ownKind.name']}
        onChange={({ currentTarget: { value: name } }) => onChange(known.get(name) ?? { ...value, name })}
      />
      <datalist id={listId}>
        {[...known.keys()].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <Radio.Group
        label={text('places.icon')}
        value={value.icon}
        onChange={(icon) => onChange({ ...value, icon: PlaceIcon.parse(icon) })}
      >
        <div className={css.icons}>
          {PLACE_ICONS.map((icon) => {
            const Icon = OWN_KIND_ICONS[icon]
            return (
              <Radio
                key={icon}
                value={icon}
                label={
                  <span className={css.icon}>
                    <Icon size={20} stroke={1.75} aria-hidden="true" />
                    {text(`places.icon.${icon}`)}
                  </span>
                }
              />
            )
          })}
        </div>
      </Radio.Group>
    </>
  )
}
