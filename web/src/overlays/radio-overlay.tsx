import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, useEffect } from 'react'
import { useMe } from '../features/accounts/accounts.queries.ts'
import { useRunningCall } from '../features/calls/running-call.ts'
import { closeIncoming, remainingMs, useIncoming } from '../features/radio/incoming.ts'
import { withTexts } from '../platform/language/i18n.ts'
import { isPathOfCall, paths } from '../platform/paths/paths.ts'
import { LazyContent, retryUntilLoaded } from '../ui/states/lazy-content.tsx'

const IncomingRadioPopup = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../features/radio/components/incoming-radio-popup.tsx'))).then(
    ({ IncomingRadioPopup: popup }) => ({ default: popup }),
  ),
)

/** The thread of a page of a radio chat. */
const RADIO_THREAD = /^\/asr-chat\/([^/]+)/

/**
 * An incoming radio chat, until the user decides, it ends, or half a minute is over. The pages of radio chats and of the
 * running call do not show it. Its time goes on: it is shown after a short call.
 */
export function RadioOverlay() {
  const navigate = useNavigate()
  const me = useMe()
  const incoming = useIncoming()
  const pathname = useLocation({ select: (location) => location.pathname })
  const running = useRunningCall()
  const openThread = RADIO_THREAD.exec(pathname)?.[1]
  const isOpened = incoming !== null && openThread === incoming.radioChat.MessageThreadId
  const isInCall = running !== null && isPathOfCall(pathname, running.callId)
  useEffect(() => {
    if (!incoming) return
    const timer = setTimeout(closeIncoming, isOpened ? 0 : remainingMs(incoming))
    return () => clearTimeout(timer)
  }, [incoming, isOpened])
  if (!incoming || openThread !== undefined || isInCall || !me) return null
  const { radioChat, threadName } = incoming
  return (
    <LazyContent>
      <IncomingRadioPopup
        key={radioChat.id}
        threadName={threadName}
        startedBy={radioChat.startedBy}
        onAccept={() => void navigate({ to: paths.radio, params: { messageThreadId: radioChat.MessageThreadId } })}
        onIgnore={closeIncoming}
      />
    </LazyContent>
  )
}
