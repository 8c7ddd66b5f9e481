import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useText } from '../../../platform/i18n.ts'

/** The fields of a new password and its confirmation, for registration and reset. */
export function NewPasswordFields(fields: { password: PasswordInputProps; confirmPassword: PasswordInputProps }) {
  const text = useText()
  const shared = {
    autoComplete: 'new-password',
    required: true,
    visibilityToggleButtonProps: { 'aria-label': text('accounts.showPassword'), tabIndex: 0 },
  }
  return (
    <>
      <PasswordInput label={text('accounts.password')} {...shared} {...fields.password} />
      <PasswordInput label={text('accounts.confirmPassword')} {...shared} {...fields.confirmPassword} />
    </>
  )
}
