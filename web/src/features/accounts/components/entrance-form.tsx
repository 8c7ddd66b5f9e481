import { Button, TextInput, type TextInputProps } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { showProblem } from '../../../platform/form-rules.ts'
import { useText } from '../../../platform/i18n.ts'

interface Props {
  onSubmit: FormEventHandler<HTMLFormElement>
  submitLabel: string
  isBusy: boolean
  children: ReactNode
}

/** A form at the entrance: its fields, and one wide key. */
export function EntranceForm({ onSubmit, submitLabel, isBusy, children }: Props) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        onSubmit(event)
        showProblem(event.currentTarget)
      }}
    >
      {children}
      <Button type="submit" size="lg" fullWidth loading={isBusy}>
        {submitLabel}
      </Button>
    </form>
  )
}

/** The address that an account is known by. */
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
