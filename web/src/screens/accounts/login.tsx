import { AuthLayout } from '../../features/accounts/sign-in/auth-layout.tsx'
import { LoginForm } from '../../features/accounts/sign-in/login-form.tsx'
import { VisitorMenu } from '../../features/accounts/components/visitor-menu.tsx'
import { SosButton } from '../../features/alerts/sos/sos-button.tsx'
import { useText } from '../../platform/language/i18n.ts'

export function LoginScreen() {
  const text = useText()
  return (
    <AuthLayout title={text('accounts.login')} menu={<VisitorMenu />} sos={<SosButton size="small" />}>
      <LoginForm />
    </AuthLayout>
  )
}
