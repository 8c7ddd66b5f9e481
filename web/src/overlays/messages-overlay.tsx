import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMe } from '../features/accounts/accounts.queries.ts'
import { acknowledgements } from '../features/messaging/acknowledgements.ts'
import { forgetDrafts } from '../features/messaging/drafts.ts'
import { messagingLive } from '../features/messaging/messaging.live.ts'
import { threadsQuery, unreadPersonalQuery } from '../features/messaging/messaging.queries.ts'
import { startPending } from '../features/messaging/pending.ts'
import { useUnread } from '../features/messaging/unread.ts'
import { useText } from '../platform/i18n.ts'
import { addLive, useEvent } from '../platform/live.ts'
import { Count } from '../ui/count.tsx'
import { setTitleCount } from '../ui/page-title.tsx'

// Before anything of messages is asked for: from here on what is announced is not missed.
addLive(messagingLive)

/** What goes on with messages on every page: unsent ones are sent, and what has come is acknowledged as delivered. */
export function MessagesOverlay() {
  const me = useMe()
  return me ? <Postman key={me.id} myId={me.id} /> : null
}

function Postman({ myId }: { myId: string }) {
  const cache = useQueryClient()
  useEffect(() => {
    const stop = startPending(cache, myId)
    return () => {
      stop()
      acknowledgements.forget()
      forgetDrafts()
    }
  }, [cache, myId])
  useDelivered(myId)
  useTitle()
  return null
}

/** Each place of a thread is told once, whether it came live, after an absence, or with a list. */
function useDelivered(myId: string) {
  const { data: personal } = useQuery({ ...threadsQuery('personal'), enabled: false })
  const { data: groups } = useQuery(threadsQuery('group'))
  const { data: unread } = useQuery(unreadPersonalQuery)

  useEvent('messages:new_message', ({ MessageThreadId, SenderId, seq, messageType }) => {
    if (messageType !== 'normalChat' || SenderId === myId) return
    acknowledgements.note({ messageThreadId: MessageThreadId, status: 'delivered', seq })
  })
  useEffect(() => {
    for (const { id, latestMessage, deliveredSeq } of [...(personal?.items ?? []), ...(groups?.items ?? [])]) {
      const seq = latestMessage?.seq ?? 0
      if (seq > deliveredSeq) acknowledgements.note({ messageThreadId: id, status: 'delivered', seq })
    }
  }, [personal, groups])
  useEffect(() => {
    for (const id of unread?.threadIds ?? []) acknowledgements.note({ messageThreadId: id, status: 'delivered' })
  }, [unread])
}

/** How many wait stands before the title of every page, so that it is seen from another tab. */
function useTitle() {
  const { personal, groups } = useUnread()
  useEffect(() => {
    setTitleCount(personal + groups)
    return () => setTitleCount(0)
  }, [personal, groups])
}

/** The badge: unread personal threads and unread messages of groups (specification, section 2). */
export function UnreadMessages() {
  const text = useText()
  const { personal, groups } = useUnread()
  const count = personal + groups
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true">
        <Count value={count} />
      </span>
      <span className="visually-hidden">{text('messages.unreadCount', { count })}</span>
    </>
  )
}

/** The same in words. */
export function UnreadNote() {
  const text = useText()
  const { personal, groups } = useUnread()
  const count = personal + groups
  return <small>{count === 0 ? text('messages.tileNote.none') : text('messages.unreadCount', { count })}</small>
}
