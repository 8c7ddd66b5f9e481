import { ActionIcon } from '@mantine/core'
import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, lazy, Suspense, useState } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useText } from '../../../platform/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { countKey } from '../../../ui/count-key.ts'
import { threadFace, threadName } from '../thread-words.ts'
import css from './thread-head.module.css'

const ThreadMenu = lazy(() => import('./thread-menu.tsx').then(({ ThreadMenu: menu }) => ({ default: menu })))

interface Props {
  thread: MessageThread | undefined
  /** null: the list stands beside it. */
  onBack: (() => void) | null
  /** After leaving a group. */
  onLeft: () => void
  /** The small SOS key of a screen without the bottom bar. */
  sos: ReactNode
}

/** Whose thread it is; the name opens its menu. */
export function ThreadHead({ thread, onBack, onLeft, sos }: Props) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const name = thread ? threadName(thread) : ''
  const who = (onClick?: () => void) => (
    <button
      type="button"
      className={css.who}
      aria-haspopup="menu"
      aria-label={text('messages.menuOf', { name })}
      onClick={onClick}
    >
      <span className={css.name}>
        <span>{name}</span>
        <IconChevronDown size={18} stroke={2} aria-hidden="true" />
      </span>
      {thread?.isGroup && <small>{text(countKey('messages.members', thread.memberCount), { count: thread.memberCount })}</small>}
    </button>
  )
  return (
    <header className={css.head}>
      {onBack && (
        <ActionIcon aria-label={text('chrome.back')} onClick={onBack}>
          <IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
      <h1 className="visually-hidden">{name}</h1>
      {thread && (
        <>
          <span className={css.face} data-group={thread.isGroup || undefined}>
            <Avatar person={threadFace(thread)} size={40} />
          </span>
          {isOpen ? (
            <Suspense fallback={who()}>
              <ThreadMenu thread={thread} target={who()} onLeft={onLeft} />
            </Suspense>
          ) : (
            who(() => setOpen(true))
          )}
        </>
      )}
      <span className={css.sos}>{sos}</span>
    </header>
  )
}
