import type { ComponentProps } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { AnswerHistory } from './answer-history.tsx'

/** The answers of a person in a dialog. */
export function HistoryDialog({ onClose, ...history }: ComponentProps<typeof AnswerHistory> & { onClose: () => void }) {
  const text = useText()
  return (
    <Dialog isOpen onClose={onClose} title={text('rollCalls.history')}>
      <AnswerHistory {...history} />
    </Dialog>
  )
}
