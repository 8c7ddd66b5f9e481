import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { MESSAGE_MAX } from '@noroshi/contract/limits'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { call } from '../../platform/connection/http.ts'
import { OfflineError } from '../../platform/connection/http-errors.ts'
import { useText } from '../../platform/language/i18n.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'

interface Props {
  mediaId: string
  /** The text of the machine, or of an earlier correction. */
  initial: string
  onClose: () => void
}

/** Replaces the transcript of an own recording. A correction that was not saved stays in the dialog. */
export function TranscriptDialog({ mediaId, initial, onClose }: Props) {
  const text = useText()
  const [body, setBody] = useState(initial)
  const { mutate, isPending, error } = useMutation({
    meta: { isHandled: true },
    mutationFn: (corrected: string) =>
      call(speechRoutes.correctTranscript, { params: { id: mediaId }, body: { text: corrected } }),
    onSuccess: onClose,
  })
  const isChanged = body.trim() !== initial.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged && body.trim() !== '') mutate(body.trim())
  }
  return (
    <FormDialog
      title={text('transcript.correctTitle')}
      onClose={onClose}
      onSubmit={submit}
      isReady={isChanged && body.trim() !== ''}
      isBusy={isPending}
      hasUnsaved={isChanged}
    >
      <Textarea
        label={text('transcript.text')}
        data-autofocus
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MESSAGE_MAX}
        value={body}
        readOnly={isPending}
        error={error && `${text('transcript.failed')} ${error instanceof OfflineError ? text('chrome.noAnswer') : error.message}`}
        onChange={({ currentTarget }) => setBody(currentTarget.value)}
      />
    </FormDialog>
  )
}
