import { Button, TextInput, type TextInputProps } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { focusFirstError } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'

interface Props {
  onSubmit: FormEventHandler<HTMLFormElement>
  submitLabel: string
  isBusy: boolean
  children: ReactNode
}

/** The form of login and registration: fields and one wide submit button. */
export function AuthForm({ onSubmit, submitLabel, isBusy, children }: Props) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        onSubmit(event)
        focusFirstError(event.currentTarget)
      }}
    >
      {children}
      <Button type="submit" size="lg" fullWidth loading={isBusy}>
        {submitLabel}
      </Button>
    </form>
  )
}

/** The email field of an account. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      label={useText()('accounts.email')}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  )
}
