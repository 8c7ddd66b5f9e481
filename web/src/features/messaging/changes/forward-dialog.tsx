import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { useText } from '../../../platform/language/i18n.ts'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { ThreadSwitcher } from '../components/thread-switcher.tsx'
import { forwardMessage } from './unsent-changes.ts'

interface Props {
  messages: readonly Message[]
  /** Called after the choice, before `onClose`. */
  onDone: () => void
  onClose: () => void
}

/** Chooses the chat to which messages are forwarded, in their order. */
export function ForwardDialog({ messages, onDone, onClose }: Props) {
  const text = useText()
  return (
    <ThreadSwitcher
      title={text('messages.forwardTo')}
      isForWriting
      onPick={(threadId) => {
        for (const message of messages) forwardMessage(message, threadId)
        toastSuccess('messages.forwardedDone', { count: messages.length })
        onDone()
        onClose()
      }}
      onClose={onClose}
    />
  )
}
