import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconBell,
  IconBellOff,
  IconBellZ,
  IconMail,
  IconMailOpened,
  IconPin,
  IconPinnedOff,
} from '@tabler/icons-react'
import { isMuted } from '@noroshi/contract/messaging/thread-settings'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { useNow } from '../../../platform/use-now.ts'
import { useChangeSettings } from '../messaging.changes.ts'
import { isArchived } from '../thread-order.ts'
import css from './thread-settings-items.module.css'

interface Props {
  thread: MessageThread
  /** Opens the dialog that asks how long. */
  onMuteFor: () => void
  /** Called after the user has archived the thread or marked it as unread. */
  onAway: () => void
}

const icon = { size: 22, stroke: 1.75 } as const

/** The menu items that change the user's own settings for a thread. */
export function ThreadSettingsItems({ thread, onMuteFor, onAway }: Props) {
  const text = useText()
  const now = useNow()
  const isInArchive = isArchived(thread, now)
  return (
    <>
      {!isInArchive && <PinItem thread={thread} />}
      {isMuted(thread.settings, now) ? (
        <UnmuteItem thread={thread} />
      ) : (
        <>
          <MuteItem thread={thread} />
          <Menu.Item leftSection={<IconBellZ {...icon} />} onClick={onMuteFor}>
            {text('messages.muteFor')}
          </Menu.Item>
        </>
      )}
      {thread.unreadMessagesCount === 0 && <UnreadItem thread={thread} onAway={onAway} />}
      {isInArchive ? <RestoreItem thread={thread} /> : <ArchiveItem thread={thread} onAway={onAway} />}
    </>
  )
}

interface ItemProps {
  thread: MessageThread
}

function PinItem({ thread: { id, settings } }: ItemProps) {
  const text = useText()
  const isPinned = settings?.isPinned === true
  const { mutate } = useChangeSettings(id, isPinned ? 'messages.unpinnedDone' : 'messages.pinnedDone')
  return (
    <Menu.Item
      leftSection={isPinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
      onClick={() => mutate({ isPinned: !isPinned })}
    >
      {text(isPinned ? 'messages.unpin' : 'messages.pin')}
    </Menu.Item>
  )
}

/** Mutes by one press, until the user turns notifications on again. */
function MuteItem({ thread: { id } }: ItemProps) {
  const text = useText()
  const { mutate } = useChangeSettings(id, 'messages.mutedDone')
  return (
    <Menu.Item leftSection={<IconBellOff {...icon} />} onClick={() => mutate({ mutedUntil: 'forever' })}>
      {text('messages.mute')}
    </Menu.Item>
  )
}

function UnmuteItem({ thread: { id, settings } }: ItemProps) {
  const text = useText()
  const language = useLanguage()
  const { mutate } = useChangeSettings(id, 'messages.unmutedDone')
  const until = settings?.mutedUntil ?? 'forever'
  return (
    <Menu.Item leftSection={<IconBell {...icon} />} onClick={() => mutate({ mutedUntil: null })}>
      {text('messages.unmute')}
      {until !== 'forever' && (
        <small className={css.note}>{text('messages.unmuteUntil', { time: dateTime(until, language) })}</small>
      )}
    </Menu.Item>
  )
}

function UnreadItem({ thread: { id, settings }, onAway }: ItemProps & Pick<Props, 'onAway'>) {
  const text = useText()
  const isMarked = settings?.isMarkedUnread === true
  const { mutate } = useChangeSettings(id, isMarked ? 'messages.markedReadDone' : 'messages.markedUnreadDone')
  return (
    <Menu.Item
      leftSection={isMarked ? <IconMailOpened {...icon} /> : <IconMail {...icon} />}
      onClick={() => mutate({ isMarkedUnread: !isMarked }, isMarked ? {} : { onSuccess: onAway })}
    >
      {text(isMarked ? 'messages.markRead' : 'messages.markUnread')}
    </Menu.Item>
  )
}

function ArchiveItem({ thread: { id, settings }, onAway }: ItemProps & Pick<Props, 'onAway'>) {
  const text = useText()
  const now = useNow()
  const { mutate } = useChangeSettings(id, isMuted(settings, now) ? 'messages.archivedMutedDone' : 'messages.archivedDone')
  return (
    <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => mutate({ isArchived: true }, { onSuccess: onAway })}>
      {text('messages.archive')}
    </Menu.Item>
  )
}

function RestoreItem({ thread: { id } }: ItemProps) {
  const text = useText()
  const { mutate } = useChangeSettings(id, 'messages.restoredDone')
  return (
    <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={() => mutate({ isArchived: false })}>
      {text('messages.restore')}
    </Menu.Item>
  )
}
