import { Button, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type FormEvent, useEffect, useRef } from 'react'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { Gender, ProfileForm as Rules } from '@noroshi/contract/accounts/profile'
import { submitCallbacks, formRules, focusFirstError } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { EmailText } from '../../../shared/people/email-text.tsx'
import { useUnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import css from '../../../ui/forms/form.module.css'
import { postalOf } from '../postal.ts'
import { useEditProfile } from '../profile.queries.ts'
import { AddressFields } from './address-fields.tsx'
import { NameFields } from '../sign-in/name-fields.tsx'
import { PhoneInput } from './phone-input.tsx'
import profileCss from './profile.module.css'

/** The values of the form. The rules of the form drop the fields of the user that it does not edit. */
const valuesOf = (me: Me) => ({
  ...me,
  gender: me.gender ?? '',
  phoneNumber: me.phoneNumber === '' ? '' : `+${me.phoneNumber}`,
  postalAreaCode: postalOf(me),
})

/** The form of the user's own profile (specification, section 5). The email is read-only. */
export function ProfileForm({ me, onLeave }: { me: Me; onLeave: () => void }) {
  const text = useText()
  const formRef = useRef<HTMLFormElement>(null)
  const edit = useEditProfile(me.id)
  const form = useForm({ initialValues: valuesOf(me), ...formRules(Rules) })
  useEffect(() => formRef.current?.querySelector('input')?.focus(), []) // the button that had the focus is removed
  const { leave, question } = useUnsavedGuard(form.isDirty(), onLeave)
  const send = form.onSubmit((values) => edit.mutate(values, submitCallbacks(form, onLeave)))
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    send(event)
    focusFirstError(event.currentTarget)
  }
  const field = (name: keyof Rules) => form.getInputProps(name)
  return (
    <Card>
      <form ref={formRef} noValidate className={css.fields} onSubmit={onSubmit}>
        <NameFields firstName={field('firstName')} lastName={field('lastName')} />
        <TextInput label={text('profile.nameReading')} description={text('profile.nameReadingNote')} {...field('nameReading')} />
        <dl className={profileCss.fixed}>
          <dt>{text('accounts.email')}</dt>
          <dd>
            <EmailText>{me.email}</EmailText>
          </dd>
        </dl>
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
        <div className={css.buttons} data-toast-clear>
          <Button variant="default" onClick={leave}>
            {text('chrome.cancel')}
          </Button>
          <Button type="submit" loading={edit.isPending}>
            {text('chrome.save')}
          </Button>
        </div>
      </form>
      {question}
    </Card>
  )
}
