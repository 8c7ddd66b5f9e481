import { useText } from '../../../platform/language/i18n.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'

/** Asks before a poll is closed for everyone. */
export function ClosePoll({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  const text = useText()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
      title={text('messages.poll.closeQuestion')}
      confirmLabel={text('messages.poll.close')}
    >
      <p>{text('messages.poll.closeNote')}</p>
    </ConfirmDialog>
  )
}
