import { VisitorMenu } from '../../features/accounts/components/visitor-menu.tsx'
import { AuthLayout } from '../../features/accounts/sign-in/auth-layout.tsx'
import { SosButton } from '../../features/alerts/sos/sos-button.tsx'
import { LinkAnswer } from '../../features/roll-calls/components/link-answer.tsx'
import { useText } from '../../platform/language/i18n.ts'
import { useHash } from './use-hash.ts'

/** The page of a link, with which a person answers without sign-in. It shows no name. */
export function AnswerScreen() {
  const text = useText()
  const secret = useHash()
  return (
    <AuthLayout title={text('rollCalls.linkTitle')} menu={<VisitorMenu />} sos={<SosButton size="small" />}>
      <LinkAnswer key={secret} secret={secret} />
    </AuthLayout>
  )
}
