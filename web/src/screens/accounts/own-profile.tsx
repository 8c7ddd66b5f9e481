import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../features/accounts/accounts.queries.ts'
import { OwnProfileView } from '../../features/accounts/components/own-profile-view.tsx'
import { ProfileSkeleton } from '../../features/accounts/components/profile-skeleton.tsx'
import { HouseholdCard } from '../../features/reception/household/household-card.tsx'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { useAccessToken } from '../../platform/session/session.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import { ErrorState } from '../../ui/states/states.tsx'

export function OwnProfileScreen() {
  const text = useText()
  const { data: me, error, refetch } = useQuery({ ...meQuery, enabled: useAccessToken() !== null })
  return (
    <Screen title={text('profile.mine')} backTo={paths.home}>
      {me && <OwnProfileView me={me} household={<HouseholdCard />} />}
      {!me && !error && <ProfileSkeleton />}
      {!me && error && <ErrorState error={error} onRetry={() => void refetch()} title={text('profile.loadFailed')} />}
    </Screen>
  )
}
