import { TextInput, type TextInputProps } from '@mantine/core'
import { Fragment } from 'react'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import css from '../../../ui/forms/form.module.css'
import { addressOrder } from '../address-order.ts'

type Field = 'addressLineOne' | 'addressLineTwo' | 'postalAreaCode' | 'city' | 'state' | 'country'

const autoComplete = {
  addressLineOne: 'address-line1',
  addressLineTwo: 'address-line2',
  postalAreaCode: 'postal-code',
  city: 'address-level2',
  state: 'address-level1',
  country: 'country-name',
} as const

/** The fields of an address, in the order of the language. */
export function AddressFields({ field }: { field: (name: Field) => TextInputProps }) {
  const text = useText()
  const input = (name: Field) => (
    <TextInput
      key={name}
      label={text(`profile.${name}`)}
      autoComplete={autoComplete[name]}
      inputMode={name === 'postalAreaCode' ? 'numeric' : 'text'}
      {...field(name)}
    />
  )
  return addressOrder(useLanguage()).map((part) =>
    part === 'address' ? (
      <Fragment key={part}>
        {input('addressLineOne')}
        {input('addressLineTwo')}
      </Fragment>
    ) : (
      <div key={part.join()} className={css.pair}>
        {part.map(input)}
      </div>
    ),
  )
}
