import { RequiredSecondFactorSetup } from '../../features/accounts/sign-in/required-second-factor-setup.tsx'
import { useText } from '../../platform/language/i18n.ts'
import { Screen } from '../../ui/layout/screen.tsx'

/** Replaces all screens except those of alerts while the session is restricted (decisions/0112). */
export function RequiredSecondFactorScreen({ isRestricted }: { isRestricted: boolean }) {
  return (
    <Screen title={useText()('account.security')}>
      <RequiredSecondFactorSetup isRestricted={isRestricted} />
    </Screen>
  )
}
