import { useState } from 'react'
import { AuthLayout } from '../../features/accounts/sign-in/auth-layout.tsx'
import { RegisterForm } from '../../features/accounts/sign-in/register-form.tsx'
import { VisitorMenu } from '../../features/accounts/components/visitor-menu.tsx'
import { SosButton } from '../../features/alerts/sos/sos-button.tsx'
import { useText } from '../../platform/language/i18n.ts'
import { readStored, storageKeys } from '../../platform/session/storage.ts'

/** The registration. The router has moved the codes of a set-up or invitation link into storage. */
export function RegisterScreen() {
  const text = useText()
  // Read once: a refused code is removed from storage, and the form keeps its fields.
  const [setupCode] = useState(() => readStored(storageKeys.setupCode) ?? undefined)
  const [inviteCode] = useState(() => readStored(storageKeys.inviteCode) ?? undefined)
  return (
    <AuthLayout title={text('accounts.register')} menu={<VisitorMenu />} sos={<SosButton size="small" />}>
      <RegisterForm setupCode={setupCode} inviteCode={inviteCode} />
    </AuthLayout>
  )
}
