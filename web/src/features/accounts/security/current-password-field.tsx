import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useText } from '../../../platform/language/i18n.ts'

/** The field of the current password, which confirms a change of the user's own account. */
export function CurrentPasswordField(props: PasswordInputProps) {
  const text = useText()
  return (
    <PasswordInput
      label={text('account.currentPassword')}
      autoComplete="current-password"
      required
      visibilityToggleButtonProps={{ 'aria-label': text('accounts.showPassword'), tabIndex: 0 }}
      {...props}
    />
  )
}
