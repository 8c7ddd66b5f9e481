import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useText } from '../../../platform/language/i18n.ts'

interface Props {
  password: PasswordInputProps
  confirmPassword: PasswordInputProps
  /** The user has a current password, which the labels distinguish from the new one. */
  isChange?: boolean
}

/** The fields of a new password and its confirmation, for registration, reset and change. */
export function NewPasswordFields({ isChange = false, ...fields }: Props) {
  const text = useText()
  const shared = {
    autoComplete: 'new-password',
    required: true,
    visibilityToggleButtonProps: { 'aria-label': text('accounts.showPassword'), tabIndex: 0 },
  }
  return (
    <>
      <PasswordInput label={text(isChange ? 'account.newPassword' : 'accounts.password')} {...shared} {...fields.password} />
      <PasswordInput
        label={text(isChange ? 'account.confirmPassword' : 'accounts.confirmPassword')}
        {...shared}
        {...fields.confirmPassword}
      />
    </>
  )
}
