import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { QuietHours } from '@noroshi/contract/accounts/quiet-hours'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { isAlarmShown } from '../features/alerts/shown-alarm.ts'
import { claimHint } from '../features/messaging/hinted-messages.ts'
import type { MessageHint } from '../features/messaging/message-hints.ts'
import { playMessageSound } from '../features/messaging/message-sound.ts'
import { isOpenThread } from '../features/messaging/open-thread.ts'
import { messagingStore } from '../features/messaging/thread-store.ts'
import { useEvent } from '../platform/connection/live.ts'
import { serverNow } from '../platform/connection/server-time.ts'
import { useText, withTexts } from '../platform/language/i18n.ts'
import { paths } from '../platform/paths/paths.ts'
import { showPageNotification } from '../platform/push/page-notification.ts'
import { usePushState } from '../platform/push/push.ts'
import { HIDDEN_HINT_DELAY_MS, MESSAGE_HINT_MS } from '../platform/tuning.ts'
import { useWide } from '../ui/layout/use-wide.ts'
import { retryUntilLoaded } from '../ui/states/lazy-content.tsx'
import css from './message-hints.module.css'

interface Props {
  myId: string
  quietHours: QuietHours | null | undefined
}

/** The texts of a message load with the first one. */
const loadHints = () => retryUntilLoaded(() => withTexts(() => import('../features/messaging/message-hints.ts')))
type HintOf = Awaited<ReturnType<typeof loadHints>>['hintOf']

/**
 * Notifies the user of messages outside of the open thread: a hint and a sound on a visible page, a notification of a
 * hidden one. One tab of the device does it, a visible one if there is any. Alarms suppress it. The list of chats shows
 * new messages itself.
 */
export function MessageHints({ myId, quietHours }: Props) {
  const cache = useQueryClient()
  const push = usePushState()
  const pathname = useLocation({ select: (location) => location.pathname })
  const isWide = useWide()
  const [hint, setHint] = useState<MessageHint | null>(null)

  const notifyHidden = async ({ id, threadId, title, line }: MessageHint) => {
    if (document.visibilityState === 'visible' || isAlarmShown() || !claimHint(id)) return
    const tag = `messages:${threadId}`
    const isShown = await showPageNotification({ kind: 'messages', id: threadId, tag, title, body: line, count: 1 }, push)
    // A push sounds by itself.
    if (!isShown && push !== 'on') playMessageSound()
  }

  const notifyVisible = (next: MessageHint) => {
    const isFirst = claimHint(next.id)
    const isOnScreen = isOpenThread(next.threadId) || pathname === `${paths.messages}/${next.threadId}`
    if (isOnScreen || isAlarmShown() || pathname === paths.standby) return
    const hasList = pathname === paths.messages || (isWide && pathname.startsWith(`${paths.messages}/`))
    if (!hasList) setHint(next)
    // A push sounds in a visible window without the focus too (worker-questions.ts).
    if (isFirst && (document.hasFocus() || push !== 'on')) playMessageSound()
  }

  const notify = (message: Message, hintOf: HintOf) => {
    const next = hintOf(messagingStore(cache), message, { myId, quietHours, now: new Date(serverNow()) })
    if (next === null) return
    if (document.visibilityState === 'visible') notifyVisible(next)
    else setTimeout(() => void notifyHidden(next), HIDDEN_HINT_DELAY_MS)
  }

  useEvent('messages:new_message', (message, { isCatchUp }) => {
    // What arrived while the page was disconnected is in the list.
    if (isCatchUp || message.messageType !== 'normalChat' || message.SenderId === myId) return
    void loadHints().then(({ hintOf }) => notify(message, hintOf))
  })

  return (
    <div className={css.place} role="status">
      {hint && <Hint key={hint.id} hint={hint} onClose={() => setHint(null)} />}
    </div>
  )
}

/** A hint closes by itself, unless the pointer or the focus is on it. */
function Hint({ hint: { threadId, title, line }, onClose }: { hint: MessageHint; onClose: () => void }) {
  const text = useText()
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(onClose, MESSAGE_HINT_MS)
    return () => clearTimeout(timer)
  }, [isPaused, onClose])
  return (
    <div
      className={css.hint}
      // Not when it is entered: a hint that appears below a resting pointer closes.
      onPointerMove={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Link
        to={paths.thread}
        params={{ messageThreadId: threadId }}
        className={css.link}
        preload={false}
        onClick={onClose}
        translate="no"
      >
        <b className="one-line">{title}</b>
        <span className="one-line">{line}</span>
      </Link>
      <button type="button" className={css.close} aria-label={text('chrome.close')} onClick={onClose}>
        <IconX size={20} stroke={2} aria-hidden="true" />
      </button>
    </div>
  )
}
