import { Button, Textarea } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { copyField } from '../../../ui/copy-field.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import form from '../../../ui/form.module.css'
import { toastSuccess, toastWarning } from '../../../ui/toast.tsx'
import css from './second-factor.module.css'

/** Shows new recovery codes once. It closes by its button only. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = useText()
  const field = useRef<HTMLTextAreaElement>(null)
  const onCopy = async () => {
    if (field.current && (await copyField(field.current))) toastSuccess('secondFactor.copied')
    else toastWarning('admin.copyFailed')
  }
  return (
    <Dialog isOpen isLocked onClose={onClose} title={text('secondFactor.codesTitle')}>
      <div className={form.fields}>
        <p>{text('secondFactor.codesNote')}</p>
        <Textarea
          ref={field}
          className={css.codes}
          aria-label={text('secondFactor.codesTitle')}
          value={codes.join('\n')}
          rows={codes.length}
          readOnly
        />
        <div className={form.keys} data-toast-clear>
          <Button
            variant="default"
            leftSection={<IconCopy size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => void onCopy()}
          >
            {text('secondFactor.copyCodes')}
          </Button>
          <Button
            // oxlint-disable-next-line no-autofocus -- the submitted form is replaced: the focus moves to the next step
            autoFocus
            onClick={onClose}
          >
            {text('secondFactor.kept')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
