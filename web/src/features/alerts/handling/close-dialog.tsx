import { Button, Radio, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { CLOSE_NOTE_MAX, CLOSE_REASONS, type CloseReason } from '@noroshi/contract/alerts/handling'
import { useText } from '../../../platform/language/i18n.ts'
import confirm from '../../../ui/dialogs/confirm-dialog.module.css'
import { CancelButton, Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useResolveAlert } from '../alerts.changes.ts'
import { AlertSummary } from '../components/alert-summary.tsx'
import css from './handling.module.css'

/** Asks why an alert is closed, and names it. Its raiser may leave the reason out. */
export function CloseDialog({ alert, onClose }: { alert: AlertForViewer; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useResolveAlert(alert)
  const [reason, setReason] = useState<CloseReason | null>(alert.handling?.duplicateOf ? 'duplicate' : null)
  const [note, setNote] = useState('')
  const close = () => mutate({ ...(reason && { reason }), ...(note.trim() !== '' && { note }) }, { onSuccess: onClose })
  return (
    <Dialog isOpen onClose={onClose} title={text('alerts.resolve')} hasUnsaved={note.trim() !== ''}>
      <AlertSummary alert={alert} />
      <p>{text('alerts.resolveConfirm')}</p>
      <Radio.Group
        label={text('alerts.close.why')}
        value={reason}
        onChange={(value) => setReason(CLOSE_REASONS.find((each) => each === value) ?? null)}
      >
        <div className={css.reasons}>
          {CLOSE_REASONS.map((value) => (
            <Radio key={value} value={value} label={text(`alerts.close.${value}`)} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label={text('alerts.close.note')}
        value={note}
        maxLength={CLOSE_NOTE_MAX}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      <div className={confirm.buttons} data-toast-clear>
        <CancelButton />
        <Button disabled={reason === null && !alert.viewer.isRaiser} loading={isPending} onClick={close}>
          {text('alerts.resolve')}
        </Button>
      </div>
    </Dialog>
  )
}
