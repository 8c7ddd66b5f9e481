import { type ComponentProps, type ReactNode, useMemo } from 'react'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { HiddenMessage } from '../../features/messaging/changes/hidden-message.tsx'
import { useReadHiddenMessages } from '../../features/messaging/changes/hidden-messages.ts'
import { MessageReactions } from '../../features/messaging/changes/message-reactions.tsx'
import { MessageTools } from '../../features/messaging/changes/message-tools.tsx'
import { useChangedMessages } from '../../features/messaging/changes/unsent-changes.ts'
import { MayWrite, mayWriteTo } from '../../features/messaging/may-write.ts'
import { deletionText } from '../../features/messaging/thread-texts.ts'
import { useRadio } from '../../features/radio/radio-context.ts'
import type { TransmissionTools } from '../../features/radio/transmission-tools.ts'
import { type Text, useText } from '../../platform/language/i18n.ts'
import css from './radio.module.css'

function noteOf(message: Message, isHidden: boolean, myId: string, text: Text): ReactNode {
  if (isHidden) return <HiddenMessage message={message} />
  return message.deletion ? <p className={css.note}>{deletionText(message.deletion, myId, text)}</p> : null
}

/** The menu of the messages of a chat, for the transmissions of the open radio chat. */
export function RadioTools({ messages, stream, children }: ComponentProps<TransmissionTools>) {
  const text = useText()
  const { thread, myId } = useRadio()
  const changed = useChangedMessages(thread.id, messages)
  const hiddenIds = useReadHiddenMessages()
  const lines = useMemo(
    () =>
      changed.map((message) => {
        const isHidden = hiddenIds.has(message.id)
        const hasReactions = !isHidden && (message.reactions?.length ?? 0) > 0
        return {
          message,
          note: noteOf(message, isHidden, myId, text),
          reactions: hasReactions && <MessageReactions message={message} />,
        }
      }),
    [changed, hiddenIds, myId, text],
  )
  return (
    <MayWrite value={mayWriteTo(thread)}>
      <MessageTools threadId={thread.id} isGroup={thread.isGroup} messages={changed} stream={stream}>
        {children(lines)}
      </MessageTools>
    </MayWrite>
  )
}
