import { ActionIcon } from '@mantine/core'
import { IconDownload, IconExternalLink, IconFileText, IconMessageCircle, IconMicrophone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { sizeText } from '../../../ui/forms/size-text.ts'
import type { LinkItem, MediaItem } from './media-items.ts'
import css from './thread-media-dialog.module.css'

interface RowProps {
  message: Message
  /** What the row is about, for the button that leads to the message. */
  name: string
  onClose: () => void
  children: ReactNode
}

/** A file or a link, and a button that shows its message in the chat. */
function Row({ message: { MessageThreadId, seq }, name, onClose, children }: RowProps) {
  const text = useText()
  return (
    <li className={css.row}>
      {children}
      <ActionIcon
        renderRoot={(props) => (
          <Link {...props} to={paths.thread} params={{ messageThreadId: MessageThreadId }} search={{ at: seq }} />
        )}
        aria-label={text('messages.media.inChatOf', { name })}
        title={text('messages.media.inChat')}
        onClick={onClose}
      >
        <IconMessageCircle size={22} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}

/** Who sent a message, and when. */
function Sent({ message: { sender, createdAt }, size }: { message: Message; size?: number }) {
  const language = useLanguage()
  return (
    <small>
      {size !== undefined && `${sizeText(size)} · `}
      <span translate="no">{nameOf(sender)}</span> · <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>
    </small>
  )
}

/** Files, each with its download. */
export function FileRows({ items, onClose }: { items: readonly MediaItem[]; onClose: () => void }) {
  const text = useText()
  return (
    <ul className={css.rows}>
      {items.map(({ message, media: { id, mediaUrl, previewName, size, type } }) => {
        const Icon = type.startsWith('audio/') ? IconMicrophone : IconFileText
        return (
          <Row key={id} message={message} name={previewName} onClose={onClose}>
            <a
              href={mediaUrl}
              download={previewName}
              className={css.main}
              aria-label={text('messages.download', { name: previewName })}
            >
              <Icon size={22} stroke={1.75} aria-hidden="true" />
              <span>
                <b className="one-line">{previewName}</b>
                <Sent message={message} size={size} />
              </span>
              <IconDownload size={20} stroke={1.75} aria-hidden="true" />
            </a>
          </Row>
        )
      })}
    </ul>
  )
}

/** Web addresses, which open in another tab. */
export function LinkRows({ items, onClose }: { items: readonly LinkItem[]; onClose: () => void }) {
  return (
    <ul className={css.rows}>
      {items.map(({ message, href }) => (
        <Row key={`${message.id} ${href}`} message={message} name={href} onClose={onClose}>
          <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={css.main}>
            <IconExternalLink size={22} stroke={1.75} aria-hidden="true" />
            <span>
              <b className={css.address}>{href}</b>
              <Sent message={message} />
            </span>
          </a>
        </Row>
      ))}
    </ul>
  )
}
