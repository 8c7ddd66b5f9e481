import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, useEffect } from 'react'
import { useMe } from '../features/accounts/accounts.queries.ts'
import { closeIncoming, remainingMs, useIncoming } from '../features/radio/incoming.ts'
import { withTexts } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { LazyContent, retryUntilLoaded } from '../ui/lazy-content.tsx'

const IncomingRadioPopup = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../features/radio/components/incoming-radio-popup.tsx'))).then(
    ({ IncomingRadioPopup: popup }) => ({ default: popup }),
  ),
)

/** Pages of calls and of radio chats show no popup. */
const NO_POPUP = /^\/((group-)?call|asr-chat)\//

/** An incoming radio chat, on each page, until the user decides, it ends, or half a minute is over. */
export function RadioOverlay() {
  const navigate = useNavigate()
  const me = useMe()
  const incoming = useIncoming()
  const isElsewhere = useLocation({ select: ({ pathname }) => NO_POPUP.test(pathname) })
  useEffect(() => {
    if (!incoming) return
    const timer = setTimeout(closeIncoming, isElsewhere ? 0 : remainingMs(incoming))
    return () => clearTimeout(timer)
  }, [incoming, isElsewhere])
  if (!incoming || isElsewhere || !me) return null
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
