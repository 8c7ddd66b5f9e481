import { useState, type FormEvent } from 'react'
import type { PersonState, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { locateMe } from '../../../platform/device/own-location.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { toastSuccess, toastWarning } from '../../../ui/states/toast.tsx'
import { areValid, detailsOf, sentDetails } from '../detail-values.ts'
import { answerRollCall, useUnsentAnswer } from '../unsent-roll-call-answers.ts'
import { DetailsFields } from './details-fields.tsx'

interface Props {
  rollCall: RollCallForViewer
  /** The answer that the details belong to. */
  state: PersonState
  onClose: () => void
}

/** Adds details to the user's own answer. The dialog keeps them until they are sent, stored in the outbox or discarded. */
export function DetailsDialog({ rollCall: { id, questions, viewer }, state, onClose }: Props) {
  const text = useText()
  const unsent = useUnsentAnswer(id)
  const known = unsent?.payload ?? viewer.answer
  const [initial] = useState(() => detailsOf(questions, known?.state === state ? known : null))
  const [values, setValues] = useState(initial)
  const [sendsLocation, setSendsLocation] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isDirty = sendsLocation || JSON.stringify(values) !== JSON.stringify(initial)

  const send = async () => {
    setBusy(true)
    const located = sendsLocation ? await locateMe() : null
    if (located && !('location' in located)) toastWarning('alerts.location.unknown')
    const location = located && 'location' in located ? located.location : null
    const outcome = await answerRollCall({ rollCallId: id, state, location, ...sentDetails(questions, values) })
    setBusy(false)
    if (outcome === 'refused') return
    if (outcome === 'waiting') toastWarning('rollCalls.answerUnsent', { state: text(`rollCalls.state.${state}`) })
    else if (!located || location) toastSuccess('rollCalls.linkStored')
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (areValid(questions, values)) void send()
  }
  return (
    <FormDialog
      title={text('rollCalls.addDetails')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('rollCalls.send')}
      isBusy={isBusy}
      hasUnsaved={isDirty}
    >
      <DetailsFields
        questions={questions}
        values={values}
        location={window.isSecureContext ? { isSent: sendsLocation, onChange: setSendsLocation } : null}
        onChange={setValues}
      />
    </FormDialog>
  )
}
