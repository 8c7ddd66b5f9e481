import { useSearch } from '@tanstack/react-router'
import { Entrance } from '../features/accounts/components/entrance.tsx'
import { RegisterForm } from '../features/accounts/components/register-form.tsx'
import { VisitorMenu } from '../features/accounts/components/visitor-menu.tsx'
import { SosKey } from '../features/alerts/components/sos-key.tsx'
import { useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'

export function RegisterScreen() {
  const text = useText()
  const { setup, invite } = useSearch({ from: paths.register })
  return (
    <Entrance title={text('accounts.register')} menu={<VisitorMenu />} sos={<SosKey size="small" />}>
      <RegisterForm setupCode={setup} inviteCode={invite} />
    </Entrance>
  )
}
