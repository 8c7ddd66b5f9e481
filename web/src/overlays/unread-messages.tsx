import { messagingLive } from '../features/messaging/messaging.live.ts'
import { useUnread } from '../features/messaging/unread.ts'
import { useText } from '../platform/i18n.ts'
import { addLive } from '../platform/live.ts'
import { Count } from '../ui/count.tsx'

// Registers the events before the first messaging query, so that none is missed.
addLive(messagingLive)

/** The badge with unread personal threads and unread messages of groups (specification, section 2). */
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

/** The unread count as a text. */
export function UnreadNote() {
  const text = useText()
  const { personal, groups } = useUnread()
  const count = personal + groups
  return <small>{count === 0 ? text('messages.tileNote.none') : text('messages.unreadCount', { count })}</small>
}
