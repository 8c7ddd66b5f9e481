import { Menu } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { isMuted } from '@noroshi/contract/messaging/thread-settings'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { useNow } from '../../../platform/use-now.ts'
import { useChangeSettings } from '../messaging.changes.ts'
import css from './thread-head.module.css'

interface Props {
  thread: MessageThread
  /** Opens the dialog that asks how long. */
  onMute: () => void
}

/** The menu items that change the user's own settings for a thread. */
export function ThreadSettingsItems({ thread, onMute }: Props) {
  const text = useText()
  const now = useNow()
  return isMuted(thread.settings, now) ? (
    <UnmuteItem thread={thread} />
  ) : (
    <Menu.Item leftSection={<IconBellOff size={22} stroke={1.75} />} onClick={onMute}>
      {text('messages.mute')}
    </Menu.Item>
  )
}

function UnmuteItem({ thread: { id, settings } }: { thread: MessageThread }) {
  const text = useText()
  const language = useLanguage()
  const { mutate } = useChangeSettings(id, 'messages.unmutedDone')
  const until = settings?.mutedUntil ?? 'forever'
  return (
    <Menu.Item leftSection={<IconBell size={22} stroke={1.75} />} onClick={() => mutate({ mutedUntil: null })}>
      {text('messages.unmute')}
      {until !== 'forever' && (
        <small className={css.note}>{text('messages.unmuteUntil', { time: dateTime(until, language) })}</small>
      )}
    </Menu.Item>
  )
}
