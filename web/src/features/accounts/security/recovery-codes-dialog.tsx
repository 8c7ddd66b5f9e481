import { Button, Textarea } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { copyField } from '../../../ui/forms/copy-field.ts'
import { DialogFrame } from '../../../ui/dialogs/dialog-frame.tsx'
import form from '../../../ui/forms/form.module.css'
import { toastSuccess, toastWarning } from '../../../ui/states/toast.tsx'
import { LeaveGuard } from '../../../ui/forms/unsaved-guard.tsx'
import css from './second-factor.module.css'

/** Shows new recovery codes once. Escape and the close button ask first. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = useText()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isAsking, setAsking] = useState(false)
  const onCopy = async () => {
    if (field.current && (await copyField(field.current))) toastSuccess('secondFactor.copied')
    else toastWarning('admin.copyFailed')
  }
  return (
    <>
      <DialogFrame isOpen onClose={() => setAsking(true)} title={text('secondFactor.codesTitle')} isCovered={isAsking}>
        <LeaveGuard hasUnsaved />
        <div className={form.fields}>
          <p>{text('secondFactor.codesNote')}</p>
          <Textarea
            ref={field}
            className={css.codes}
            aria-label={text('secondFactor.codesTitle')}
            value={codes.join('\n')}
            rows={codes.length}
            readOnly
            data-autofocus
          />
          <div className={css.buttons} data-toast-clear>
            <Button
              variant="default"
              leftSection={<IconCopy size={20} stroke={1.75} aria-hidden="true" />}
              onClick={() => void onCopy()}
            >
              {text('secondFactor.copyCodes')}
            </Button>
            <Button onClick={onClose}>{text('secondFactor.kept')}</Button>
          </div>
        </div>
      </DialogFrame>
      {isAsking && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsking(false)}
          onConfirm={onClose}
          title={text('secondFactor.keptQuestion')}
          confirmLabel={text('secondFactor.kept')}
        >
          <p>{text('secondFactor.keptNote')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
