import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMe } from '../features/accounts/accounts.queries.ts'
import { useThread } from '../features/messaging/messaging.queries.ts'
import { threadName } from '../features/messaging/thread-texts.ts'
import { CurrentRadioBar } from '../features/radio/components/current-radio-bar.tsx'
import type { CurrentRadio } from '../features/radio/current-radio.ts'
import { useLiveRadio } from '../features/radio/radio.queries.ts'
import { useRadioLocation } from '../features/radio/use-radio-location.ts'
import { useTalkKeys } from '../features/radio/use-talk-press.ts'
import { useText } from '../platform/language/i18n.ts'
import { useObservable } from '../platform/observable.ts'
import { isPathOfRadio, paths, radioHref } from '../platform/paths/paths.ts'
import { useWakeLock } from '../platform/device/wake-lock.ts'
import { toastWarning } from '../ui/states/toast.tsx'
import { useHasTopDialog } from '../ui/dialogs/top-dialog.tsx'
import { TopBars } from '../ui/dialogs/top-slot.tsx'

/**
 * The radio chat that this page takes part in: it shares the location, handles the space bar and leaves when the radio
 * chat is over. Its bar is on each screen but its own, and above an alarm.
 */
export function RunningRadioBar({ radio }: { radio: CurrentRadio }) {
  const text = useText()
  const navigate = useNavigate()
  const me = useMe()
  const { threadId, radioChatId, room, leave } = radio
  const { thread } = useThread(threadId)
  const { live } = useLiveRadio(threadId)
  const isJoined = useObservable(room.view, (view) => view.isJoined)
  const isOnPage = useLocation({ select: ({ pathname }) => pathname === radioHref(threadId) })
  const isCovered = useHasTopDialog()
  useWakeLock()
  useTalkKeys(room)
  useRadioLocation(threadId, isJoined, me ? me.locationSharing : 'never')
  const isOver = live !== undefined && live.radioChat?.id !== radioChatId
  useEffect(() => {
    if (!isOver) return
    leave()
    if (window.location.pathname !== radioHref(threadId)) toastWarning('radio.ended') // its screen says so
  }, [isOver, leave, threadId])
  const leaveByHand = () => {
    leave()
    // The screen and the history of a radio chat are for those who are in it.
    if (isPathOfRadio(window.location.pathname, threadId))
      void navigate({ to: paths.thread, params: { messageThreadId: threadId }, replace: true })
  }
  if (isOnPage && !isCovered) return null
  return (
    <TopBars order={3}>
      <CurrentRadioBar
        radio={radio}
        name={thread ? threadName(thread) : text('radio.title')}
        onLeave={leaveByHand}
        onOpen={isCovered ? undefined : () => void navigate({ to: paths.radio, params: { messageThreadId: threadId } })}
      />
    </TopBars>
  )
}
