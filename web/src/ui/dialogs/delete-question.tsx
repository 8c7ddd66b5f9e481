import { useText } from '../../platform/language/i18n.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props {
  isOpen: boolean
  onClose: () => void
  onDelete: () => void
}

/** Asks before content is deleted that is not sent. */
export function DeleteQuestion({ isOpen, onClose, onDelete }: Props) {
  const text = useText()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={onDelete}
      title={text('outbox.deleteQuestion')}
      confirmLabel={text('chrome.delete')}
    >
      {text('outbox.deleteNote')}
    </ConfirmDialog>
  )
}
