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

/** Pages of calls and of radio chats show no popup. Its time goes on: it is shown after a short call. */
const NO_POPUP = /^\/((group-)?call|asr-chat)\//
/** The thread of a page of a radio chat. */
const RADIO_THREAD = /^\/asr-chat\/([^/]+)/

/** An incoming radio chat, on each page, until the user decides, it ends, or half a minute is over. */
export function RadioOverlay() {
  const navigate = useNavigate()
  const me = useMe()
  const incoming = useIncoming()
  const pathname = useLocation({ select: (location) => location.pathname })
  const isOpened = incoming !== null && RADIO_THREAD.exec(pathname)?.[1] === incoming.radioChat.MessageThreadId
  useEffect(() => {
    if (!incoming) return
    const timer = setTimeout(closeIncoming, isOpened ? 0 : remainingMs(incoming))
    return () => clearTimeout(timer)
  }, [incoming, isOpened])
  if (!incoming || NO_POPUP.test(pathname) || !me) return null
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
