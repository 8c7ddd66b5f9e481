import { Entrance } from '../features/accounts/components/entrance.tsx'
import { LoginForm } from '../features/accounts/components/login-form.tsx'
import { VisitorMenu } from '../features/accounts/components/visitor-menu.tsx'
import { SosKey } from '../features/alerts/components/sos-key.tsx'
import { useText } from '../platform/i18n.ts'

export function LoginScreen() {
  const text = useText()
  return (
    <Entrance title={text('accounts.login')} menu={<VisitorMenu />} sos={<SosKey size="small" />}>
      <LoginForm />
    </Entrance>
  )
}
