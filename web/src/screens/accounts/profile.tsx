import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { OtherProfile } from '../../features/accounts/components/other-profile.tsx'
import { profileQuery } from '../../features/accounts/profile.queries.ts'
import { RaiseForButton } from '../../features/alerts/sos/raise-for-button.tsx'
import { CallButton } from '../../features/calls/components/call-button.tsx'
import { MessageButton } from '../../features/messaging/components/message-button.tsx'
import { ReportButton } from '../../shared/reports/report-button.tsx'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { useAccessToken } from '../../platform/session/session.ts'
import { Screen } from '../../ui/layout/screen.tsx'

export function ProfileScreen() {
  const text = useText()
  const { userId = '' } = useParams({ strict: false })
  const { data: person } = useQuery({ ...profileQuery(userId), enabled: useAccessToken() !== null })
  return (
    <Screen title={text('profile.title')} backTo={paths.home}>
      <OtherProfile
        key={userId}
        userId={userId}
        actions={
          <>
            <MessageButton userId={userId} />
            <CallButton userId={userId} />
            {person && <RaiseForButton person={person} />}
            <ReportButton userId={userId} />
          </>
        }
      />
    </Screen>
  )
}
