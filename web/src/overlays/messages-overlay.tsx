import { useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import type { QuietHours } from '@noroshi/contract/accounts/quiet-hours'
import { mayNotify } from '@noroshi/contract/messaging/may-notify'
import { mentions } from '@noroshi/contract/messaging/mentions'
import { useMe } from '../features/accounts/accounts.queries.ts'
import { useSeenReports } from '../features/accounts/use-seen-reports.ts'
import { acknowledgements } from '../features/messaging/acknowledgements.ts'
import { messagingLive } from '../features/messaging/messaging.live.ts'
import { useThreads } from '../features/messaging/messaging.queries.ts'
import { adoptEarlier } from '../features/messaging/pending.ts'
import { markStarted } from '../features/messaging/read-aloud/started-readings.ts'
import { readAloud, startReader, useNowRead, useWaitingToRead } from '../features/messaging/read-aloud/reader.ts'
import { messagingStore } from '../features/messaging/thread-store.ts'
import { threadOf } from '../features/messaging/thread-views.ts'
import { useUnread } from '../features/messaging/unread.ts'
import { hasPlayed } from '../features/radio/media/played-transmissions.ts'
import { useSoundState } from '../platform/audio/output.ts'
import { withTexts } from '../platform/language/i18n.ts'
import { addLive, useEvent } from '../platform/connection/live.ts'
import { serverNow } from '../platform/connection/server-time.ts'
import { LazyContent, retryUntilLoaded } from '../ui/states/lazy-content.tsx'
import { setTitleCount } from '../ui/layout/page-title.tsx'
import { MessageHints } from './message-hints.tsx'

// Registers the events before the first messaging query, so that none is missed.
addLive(messagingLive)
void adoptEarlier()

/** Runs the messaging tasks of each page: acknowledges received messages as delivered and counts the unread ones. */
export function MessagesOverlay() {
  const me = useMe()
  useSeenReports(me?.sharesLastSeen === true)
  return me ? <MessagingTasks key={me.id} myId={me.id} quietHours={me.quietHours} /> : null
}

interface Tasks {
  myId: string
  quietHours: QuietHours | null | undefined
}

function MessagingTasks({ myId, quietHours }: Tasks) {
  useEffect(() => () => acknowledgements.clear(), [myId])
  useDelivered(myId)
  useTitle()
  useReadAloud(myId, quietHours)
  return (
    <>
      <LazyContent>
        <Reading />
      </LazyContent>
      <MessageHints myId={myId} quietHours={quietHours} />
    </>
  )
}

const ReadingBar = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../features/messaging/read-aloud/reading-bar.tsx'))).then(
    ({ ReadingBar: bar }) => ({ default: bar }),
  ),
)

/**
 * Reads messages aloud that the server sends as sound, unless they may not notify. A radio message that this page has
 * played live is not read.
 */
function useReadAloud(myId: string, quietHours: Tasks['quietHours']) {
  const cache = useQueryClient()
  useEffect(startReader, [])
  useEvent('message:text-to-speech', (message) => {
    const settings = threadOf(messagingStore(cache), message.MessageThreadId)?.settings
    const isMentioned = mentions(message, myId)
    if (!mayNotify({ settings, isMentioned, quietHours }, new Date(serverNow()))) return
    if (message.messageType === 'asrChat' && hasPlayed(message.id)) markStarted(message.id)
    else readAloud(message)
  })
}

/** Shows what is read aloud, or that the browser blocks it. */
function Reading() {
  const now = useNowRead()
  const waiting = useWaitingToRead()
  const [endedNote, setEndedNote] = useState<typeof now>(null)
  useEffect(() => {
    if (!now) return
    const timer = setTimeout(() => setEndedNote(now), now.until - Date.now())
    return () => clearTimeout(timer)
  }, [now])
  if (now && now !== endedNote) return <ReadingBar name={now.name} />
  return waiting > 0 ? <Blocked /> : null
}

/** A component of its own, because the state of sound opens the device. */
function Blocked() {
  return useSoundState() === 'blocked' ? <ReadingBar name={null} /> : null
}

/** Acknowledges each `seq` of a thread once, whether it arrived live, by catch-up or in a list. */
function useDelivered(myId: string) {
  const { threads: personal } = useThreads('personal')
  const { threads: groups } = useThreads('group')

  useEvent('messages:new_message', ({ MessageThreadId, SenderId, seq, messageType }) => {
    if (messageType === 'alertChat' || SenderId === myId) return
    acknowledgements.add({ messageThreadId: MessageThreadId, status: 'delivered', seq, messageType })
  })
  useEffect(() => {
    for (const { id, latestMessage, deliveredSeq } of [...(personal ?? []), ...(groups ?? [])]) {
      const seq = latestMessage?.seq ?? 0
      if (seq > deliveredSeq) acknowledgements.add({ messageThreadId: id, status: 'delivered', seq })
    }
  }, [personal, groups])
}

/** Shows the unread count in the document title, so that it is visible from another browser tab. */
function useTitle() {
  const { personal, groups } = useUnread()
  useEffect(() => {
    setTitleCount((personal ?? 0) + (groups ?? 0))
    return () => setTitleCount(0)
  }, [personal, groups])
}
