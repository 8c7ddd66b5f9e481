import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCopy,
  IconEyeOff,
  IconHistory,
  IconInfoCircle,
  IconMoodPlus,
  IconPencil,
  IconPin,
  IconSelect,
  IconShare3,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useLayoutEffect } from 'react'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { QUICK_EMOJI } from './quick-emoji.ts'
import type { LinePlace } from './message-gestures.ts'
import css from './message-menu.module.css'
import type { MessageRights } from './message-rights.ts'
import { ReportItem } from './report-item.tsx'

/** Pixels between the menu and the edge of the window. */
const EDGE_PX = 8

/** What closes the menu outside of it: by default also the key that has just opened it. */
const PRESSES = ['mousedown', 'touchstart']

/** What the menu of a message does. */
export interface MenuActions {
  readonly reply: (message: Message) => void
  readonly react: (message: Message, emoji: string | null) => void
  readonly edit: (message: Message) => void
  readonly copy: (message: Message) => void
  readonly pin: (message: Message) => void
  readonly hide: (message: Message) => void
  readonly select: (message: Message) => void
  readonly ask: (
    message: Message,
    question: 'picker' | 'delete' | 'forward' | 'info' | 'report' | 'reactions' | 'versions',
  ) => void
}

interface Props {
  message: Message
  rights: MessageRights
  place: LinePlace
  actions: MenuActions
  onClose: () => void
}

/** The menu of a message, at the place where it was pressed. */
export function MessageMenu({ message, rights, place, actions, onClose }: Props) {
  const text = useText()
  const ownId = useCurrentUser()?.id
  const { reply, react, edit, copy, pin, hide, select, ask } = actions
  const own = message.reactions?.find(({ userIds }) => ownId !== undefined && userIds.includes(ownId))?.emoji
  // Where the focus was when the menu opened, unless an item has moved it. It is there before a dialog of an item notes
  // where it returns the focus to.
  useLayoutEffect(() => {
    const before = document.activeElement
    const { line } = place
    return () => {
      const { activeElement, body } = document
      const isLost = activeElement === null || activeElement === body || activeElement.closest('[role=menu]') !== null
      const to = line.isConnected && before !== null && line.contains(before) ? line : before
      if (isLost && to instanceof HTMLElement) to.focus({ preventScroll: true })
    }
  }, [place])
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      floatingStrategy="fixed"
      withinPortal={false}
      middlewares={{ flip: true, shift: { crossAxis: true, padding: EDGE_PX } }}
      withInitialFocusPlaceholder={false}
      clickOutsideEvents={PRESSES}
      trapFocus
      returnFocus={false}
    >
      <Menu.Target>
        <button
          type="button"
          className={css.place}
          style={{ left: place.x, top: place.y }}
          tabIndex={-1}
          aria-label={text('messages.actions')}
        />
      </Menu.Target>
      <Menu.Dropdown className={css.menu} aria-label={text('messages.actions')}>
        {rights.mayReact && (
          <div className={css.quick}>
            {QUICK_EMOJI.map((emoji) => (
              <Menu.Item
                key={emoji}
                className={css.emoji}
                aria-label={text('messages.reactWith', { emoji })}
                data-own={emoji === own || undefined}
                onClick={() => react(message, emoji === own ? null : emoji)}
              >
                {emoji}
              </Menu.Item>
            ))}
            <Menu.Item className={css.emoji} aria-label={text('messages.moreEmoji')} onClick={() => ask(message, 'picker')}>
              <IconMoodPlus size={24} stroke={1.75} aria-hidden="true" />
            </Menu.Item>
          </div>
        )}
        {rights.mayReply && (
          <Menu.Item leftSection={<IconArrowBackUp size={22} stroke={1.75} />} onClick={() => reply(message)}>
            {text('messages.reply')}
          </Menu.Item>
        )}
        {message.text !== '' && (
          <Menu.Item leftSection={<IconCopy size={22} stroke={1.75} />} onClick={() => copy(message)}>
            {text('messages.copyText')}
          </Menu.Item>
        )}
        {rights.mayForward && (
          <Menu.Item leftSection={<IconShare3 size={22} stroke={1.75} />} onClick={() => ask(message, 'forward')}>
            {text('messages.forward')}
          </Menu.Item>
        )}
        {rights.mayEdit && (
          <Menu.Item leftSection={<IconPencil size={22} stroke={1.75} />} onClick={() => edit(message)}>
            {text('messages.edit')}
          </Menu.Item>
        )}
        {rights.mayPin && (
          <Menu.Item leftSection={<IconPin size={22} stroke={1.75} />} onClick={() => pin(message)}>
            {text(message.pinnedAt === undefined ? 'messages.pinMessage' : 'messages.unpinMessage')}
          </Menu.Item>
        )}
        {rights.maySelect && (
          <Menu.Item leftSection={<IconSelect size={22} stroke={1.75} />} onClick={() => select(message)}>
            {text('messages.select')}
          </Menu.Item>
        )}
        {message.reactions && (
          <Menu.Item leftSection={<IconUsers size={22} stroke={1.75} />} onClick={() => ask(message, 'reactions')}>
            {text('messages.whoReacted')}
          </Menu.Item>
        )}
        {message.editedAt !== undefined && (
          <Menu.Item leftSection={<IconHistory size={22} stroke={1.75} />} onClick={() => ask(message, 'versions')}>
            {text('messages.versions')}
          </Menu.Item>
        )}
        {rights.maySeeInfo && (
          <Menu.Item leftSection={<IconInfoCircle size={22} stroke={1.75} />} onClick={() => ask(message, 'info')}>
            {text('messages.info')}
          </Menu.Item>
        )}
        {rights.mayHide && (
          <Menu.Item leftSection={<IconEyeOff size={22} stroke={1.75} />} onClick={() => hide(message)}>
            {text('messages.hide')}
          </Menu.Item>
        )}
        {rights.mayReport && <ReportItem message={message} onReport={() => ask(message, 'report')} />}
        {rights.mayDelete && (
          <Menu.Item leftSection={<IconTrash size={22} stroke={1.75} />} onClick={() => ask(message, 'delete')}>
            {text('messages.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
