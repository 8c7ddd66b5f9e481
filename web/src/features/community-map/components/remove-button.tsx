import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'

interface Props {
  label: string
  question: string
  isBusy: boolean
  onConfirm: () => void
}

/** Deletes a part of the map after a question. */
export function RemoveButton({ label, question, isBusy, onConfirm }: Props) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onConfirm}
        isBusy={isBusy}
        title={question}
        confirmLabel={text('chrome.delete')}
      >
        <p>{text('fieldReports.removeNote')}</p>
      </ConfirmDialog>
    </>
  )
}
