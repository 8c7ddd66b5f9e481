import { ActionIcon } from '@mantine/core'
import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, lazy, Suspense, useState } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useText } from '../../../platform/language/i18n.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { threadAvatar, threadName } from '../thread-texts.ts'
import { RecipientLastSeen } from '../last-seen/last-seen.tsx'
import css from './thread-head.module.css'

const ThreadMenu = lazy(() => import('./thread-menu.tsx').then(({ ThreadMenu: menu }) => ({ default: menu })))

interface Props {
  thread: MessageThread | undefined
  /** The reader is no longer a member of the group: its name has no menu. */
  isLeft: boolean
  /** null if the list is visible next to the thread. */
  onBack: (() => void) | null
  /** Called after the user has left the group, archived the thread or marked it as unread: the list is shown. */
  onAway: () => void
  /** Buttons of other features, such as a call. */
  actions: ReactNode
  /** Small SOS button for screens without the bottom bar. */
  sos: ReactNode
}

/** Header of a thread. The name opens its menu. */
export function ThreadHead({ thread, isLeft, onBack, onAway, actions, sos }: Props) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const name = thread ? threadName(thread) : ''
  const menuButton = (onClick?: () => void) => (
    <button
      type="button"
      className={css.menuButton}
      aria-haspopup="menu"
      aria-label={text('messages.menuOf', { name })}
      onClick={onClick}
    >
      <span className={css.name}>
        <span className="one-line" translate="no">
          {name}
        </span>
        <IconChevronDown size={18} stroke={2} aria-hidden="true" />
      </span>
      {thread?.isGroup && <small>{text('messages.members', { count: thread.memberCount })}</small>}
      {thread?.recipient && !isLeft && <RecipientLastSeen threadId={thread.id} />}
    </button>
  )
  return (
    <header className={css.head}>
      {onBack && (
        <ActionIcon aria-label={text('chrome.back')} onClick={onBack}>
          <IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
      <h1 className={isLeft ? `one-line ${css.title}` : 'visually-hidden'}>{name}</h1>
      {thread && !isLeft && (
        <>
          <span className={css.face} data-group={thread.isGroup || undefined}>
            <Avatar person={threadAvatar(thread)} size={40} />
          </span>
          {isOpen ? (
            <Suspense fallback={menuButton()}>
              <ThreadMenu thread={thread} target={menuButton()} onAway={onAway} />
            </Suspense>
          ) : (
            menuButton(() => setOpen(true))
          )}
        </>
      )}
      <span className={css.actions}>{actions}</span>
      <span className={css.sos}>{sos}</span>
    </header>
  )
}
