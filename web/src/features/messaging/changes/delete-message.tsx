import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { useText } from '../../../platform/language/i18n.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { changeMessage } from './unsent-changes.ts'

/** Asks before a message is deleted for everyone. */
export function DeleteMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  const text = useText()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => {
        changeMessage(message, { kind: 'delete' })
        onClose()
      }}
      title={text('messages.deleteQuestion')}
      confirmLabel={text('chrome.delete')}
    >
      <p>{text('messages.deleteNote')}</p>
    </ConfirmDialog>
  )
}
