import { Button, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type FormEvent, useEffect, useRef } from 'react'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { Gender, ProfileForm as Rules } from '@noroshi/contract/accounts/profile'
import { afterSending, rulesOf, showProblem } from '../../../platform/form-rules.ts'
import { useText } from '../../../platform/i18n.ts'
import { Card } from '../../../ui/card.tsx'
import css from '../../../ui/form.module.css'
import { postalOf } from '../postal.ts'
import { useEditProfile } from '../profile.queries.ts'
import { AddressFields } from './address-fields.tsx'
import { NameFields } from './name-fields.tsx'
import { PhoneInput } from './phone-input.tsx'

const valuesOf = (me: Me) => ({
  firstName: me.firstName,
  lastName: me.lastName,
  gender: me.gender ?? '',
  phoneNumber: me.phoneNumber === '' ? '' : `+${me.phoneNumber}`,
  addressLineOne: me.addressLineOne,
  addressLineTwo: me.addressLineTwo,
  city: me.city,
  state: me.state,
  postalAreaCode: postalOf(me),
  country: me.country,
})
export type ProfileValues = ReturnType<typeof valuesOf>

/** One's own profile, by the contract's rules (specification, section 5). The email is shown and not edited. */
export function ProfileForm({ me, onLeave }: { me: Me; onLeave: () => void }) {
  const text = useText()
  const place = useRef<HTMLFormElement>(null)
  const edit = useEditProfile(me.id)
  const form = useForm({ initialValues: valuesOf(me), validate: rulesOf(Rules) })
  useEffect(() => place.current?.querySelector('input')?.focus(), []) // the key that was touched has gone
  const submit = (values: ProfileValues) => edit.mutate(Rules.parse(values), afterSending(form, onLeave))
  const send = form.onSubmit(submit)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    send(event)
    showProblem(event.currentTarget)
  }
  const field = (name: keyof ProfileValues) => form.getInputProps(name)
  return (
    <Card>
      <form ref={place} noValidate className={css.fields} onSubmit={onSubmit}>
        <NameFields firstName={field('firstName')} lastName={field('lastName')} />
        <TextInput label={text('accounts.email')} value={me.email} variant="filled" readOnly />
        <Radio.Group size="md" label={text('profile.gender')} labelProps={{ fw: 650 }} {...field('gender')}>
          <div className={css.choices} data-in-line data-invalid={form.errors['gender'] ? true : undefined}>
            {Gender.options.map((gender) => (
              <Radio
                key={gender}
                size="md"
                value={gender}
                label={text(gender === 'Female' ? 'profile.female' : 'profile.male')}
              />
            ))}
          </div>
        </Radio.Group>
        <PhoneInput
          initial={me.phoneNumber}
          error={form.errors['phoneNumber']}
          onChange={(value) => form.setFieldValue('phoneNumber', value)}
        />
        <AddressFields field={field} />
        <div className={css.keys}>
          <Button variant="default" onClick={onLeave}>
            {text('chrome.cancel')}
          </Button>
          <Button type="submit" loading={edit.isPending}>
            {text('chrome.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
