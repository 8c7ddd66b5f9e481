import { Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { TEXT_MAX } from '@noroshi/contract/roll-calls/roll-calls'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useEndRollCall } from '../roll-calls.changes.ts'

/** Ends a roll-call with a text to all who were asked. */
export function EndDialog({ rollCallId, onClose }: { rollCallId: string; onClose: () => void }) {
  const text = useText()
  const [endText, setEndText] = useState('')
  const { mutate, isPending } = useEndRollCall(rollCallId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(endText, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={text('rollCalls.end')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('rollCalls.end')}
      isBusy={isPending}
      hasUnsaved={endText !== ''}
    >
      <p>{text('rollCalls.endHint')}</p>
      <Textarea
        label={text('rollCalls.endText')}
        maxLength={TEXT_MAX}
        autosize
        minRows={3}
        data-autofocus
        value={endText}
        onChange={({ currentTarget }) => setEndText(currentTarget.value)}
      />
    </FormDialog>
  )
}
