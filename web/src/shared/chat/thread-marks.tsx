import { IconAt, IconBellOff, IconPin } from '@tabler/icons-react'
import { isMuted, type ThreadSettings } from '@noroshi/contract/messaging/thread-settings'
import { useText } from '../../platform/language/i18n.ts'
import { Count } from '../../ui/layout/count.tsx'
import css from './thread-marks.module.css'

interface Props {
  /** The user's settings for the thread; undefined: the default ones. */
  settings: ThreadSettings | undefined
  /** Number of unread messages. */
  unread: number
  /** An unread message mentions the user. */
  isMentioned?: boolean
  /** The user marked it as unread. */
  isMarkedUnread?: boolean
  now: Date
}

const icon = { size: 16, stroke: 1.75, role: 'img' } as const

/** The marks of a thread in a list: pinned, muted, and its unread messages. Those of a muted thread are grey. */
export function ThreadMarks({ settings, unread, isMentioned = false, isMarkedUnread = false, now }: Props) {
  const text = useText()
  const isQuiet = isMuted(settings, now)
  return (
    <span className={css.marks}>
      {settings?.isPinned === true && <IconPin {...icon} aria-label={text('messages.pinned')} />}
      {isQuiet && <IconBellOff {...icon} aria-label={text('messages.muted')} />}
      {isMentioned && <IconAt {...icon} className={css.mention} aria-label={text('messages.mentioned')} />}
      {unread > 0 && (
        <>
          <span className="visually-hidden">{text('messages.unreadCount', { count: unread })}</span>
          <span aria-hidden="true">
            <Count value={unread} isQuiet={isQuiet} />
          </span>
        </>
      )}
      {unread === 0 && isMarkedUnread && (
        <span className={css.dot} role="img" aria-label={text('messages.markedUnread')} data-quiet={isQuiet || undefined} />
      )}
    </span>
  )
}
