import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { useText } from '../../../platform/language/i18n.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { changeMessage } from './unsent-changes.ts'

interface Props {
  messages: readonly Message[]
  /** Called after the confirmation, before `onClose`. */
  onDone: () => void
  onClose: () => void
}

/** Asks before messages are deleted for everyone. */
export function DeleteMessages({ messages, onDone, onClose }: Props) {
  const text = useText()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => {
        for (const message of messages) changeMessage(message, { kind: 'delete' })
        onDone()
        onClose()
      }}
      title={messages.length === 1 ? text('messages.deleteQuestion') : text('messages.deleteSeveral', { count: messages.length })}
      confirmLabel={text('chrome.delete')}
    >
      <p>{text('messages.deleteNote')}</p>
    </ConfirmDialog>
  )
}
