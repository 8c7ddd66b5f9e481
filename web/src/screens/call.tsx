import { useCanGoBack, useParams, useRouter } from '@tanstack/react-router'
import { SosButton } from '../features/alerts/sos/sos-button.tsx'
import { CallPage } from '../features/calls/components/call-page.tsx'
import { AddCallMembers } from '../overlays/add-call-members.tsx'
import { paths } from '../platform/paths/paths.ts'

/** The page of a personal or a group call. Another call mounts it again. */
export function CallScreen() {
  const { callId = '' } = useParams({ strict: false })
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const back = () => (canGoBack ? router.history.back() : router.history.replace(paths.calls))
  return (
    <CallPage
      key={callId}
      callId={callId}
      sos={<SosButton size="small" />}
      addMembers={(call, onClose) => <AddCallMembers call={call} onClose={onClose} />}
      onBack={back}
    />
  )
}
