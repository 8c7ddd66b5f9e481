import { ActionIcon } from '@mantine/core'
import { IconArrowBackUp, IconPencil, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useStore } from '../../../platform/store/use-store.ts'
import { messageEntity, messagingEntities } from '../messaging.entities.ts'
import { summaryOf } from '../thread-texts.ts'
import { useEscape } from '../../../ui/layout/use-escape.ts'
import { type Composing, setComposing, takeBegun } from './composing.ts'
import css from './composing-bar.module.css'

/** Above the composer: the message that is replied to or edited, and a button that ends it. */
export function ComposingBar({ composing }: { composing: Composing }) {
  const { kind } = composing
  const text = useText()
  const bar = useRef<HTMLDivElement>(null)
  const { id, MessageThreadId: threadId } = composing.message
  const message = useStore(messagingEntities, messageEntity.name, (store) => store.get(messageEntity, id)) ?? composing.message
  const isDeleted = message.deletion !== undefined
  useEffect(() => {
    if (isDeleted) setComposing(threadId, null)
  }, [isDeleted, threadId])
  // The field is below the bar.
  useEffect(() => {
    if (!takeBegun(composing)) return
    const field = bar.current?.parentElement?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [composing])
  useEscape('composing', true, () => setComposing(message.MessageThreadId, null))
  const isMine = useCurrentUser()?.id === message.SenderId
  const isReply = kind === 'reply'
  const title = isReply
    ? isMine
      ? text('messages.replyToSelf')
      : text('messages.replyTo', { name: nameOf(message.sender) })
    : text('messages.editing')
  const Icon = isReply ? IconArrowBackUp : IconPencil
  return (
    <div className={css.bar} ref={bar} data-composing={kind}>
      <Icon size={20} stroke={2} aria-hidden="true" />
      <p role="status">
        <b className="one-line">{title}</b>
        <span className="one-line">{summaryOf(message, text)}</span>
      </p>
      <ActionIcon
        aria-label={text(isReply ? 'messages.cancelReply' : 'messages.cancelEdit')}
        onClick={() => setComposing(message.MessageThreadId, null)}
      >
        <IconX size={20} stroke={2} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
