import { messagingLive } from '../features/messaging/messaging.live.ts'
import { useUnread } from '../features/messaging/unread.ts'
import { useText } from '../platform/language/i18n.ts'
import { addLive } from '../platform/connection/live.ts'
import { Count } from '../ui/layout/count.tsx'
import { UnknownText } from '../ui/states/unknown-text.tsx'

// Registers the events before the first messaging query, so that none is missed.
addLive(messagingLive)

/** Returns the sum of unread personal threads and unread messages of groups; undefined until both are known. */
function useUnreadSum(): number | undefined {
  const { personal, groups } = useUnread()
  return personal === undefined || groups === undefined ? undefined : personal + groups
}

/** The badge with unread personal threads and unread messages of groups (specification, section 2). */
export function UnreadMessages() {
  const text = useText()
  const count = useUnreadSum()
  if (count === undefined || count === 0) return null
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
  const count = useUnreadSum()
  if (count === undefined) {
    return (
      <small>
        <UnknownText />
      </small>
    )
  }
  return <small>{count === 0 ? text('messages.tileNote.none') : text('messages.unreadCount', { count })}</small>
}
