import { useState, type FormEvent } from 'react'
import { UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import type { PersonState, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { locateMe } from '../../../platform/device/own-location.ts'
import { newId } from '../../../platform/ids.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { ImageField } from '../../../ui/forms/image-field.tsx'
import { toastSuccess, toastWarning } from '../../../ui/states/toast.tsx'
import { areValid, detailsOf, type DetailValues, keepDetails, sentDetails, unsentDetails } from '../detail-values.ts'
import { isOwnAnswer } from '../questions-of.ts'
import { useStayPlaces } from '../use-stay-places.ts'
import { sendAnswerPhoto } from '../unsent-answer-photos.ts'
import { answerRollCall, useUnsentAnswer } from '../unsent-roll-call-answers.ts'
import { DetailsFields } from './details-fields.tsx'

interface Props {
  rollCall: RollCallForViewer
  /** The answer that the details belong to. */
  state: PersonState
  onClose: () => void
}

/**
 * Adds details to the user's own answer. Typed ones are kept until they are sent, stored in the outbox or discarded, also while
 * another question takes the place of the dialog.
 */
export function DetailsDialog({ rollCall, state, onClose }: Props) {
  const text = useText()
  const places = useStayPlaces()
  const { id, questions, viewer } = rollCall
  const unsent = useUnsentAnswer(id)
  const said = viewer.answer && isOwnAnswer(viewer.answer) ? viewer.answer : null
  const [initial] = useState(() => detailsOf(questions, { ...said, ...unsent?.payload }))
  const [values, setValues] = useState(() => unsentDetails(rollCall) ?? initial)
  const [sendsLocation, setSendsLocation] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [photo, setPhoto] = useState<File | null>(null)
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const isDirty = sendsLocation || photo !== null || JSON.stringify(values) !== JSON.stringify(initial)
  const change = (next: DetailValues) => {
    setValues(next)
    keepDetails(id, next)
  }
  const close = () => {
    keepDetails(id, null)
    onClose()
  }

  const send = async () => {
    setBusy(true)
    const located = sendsLocation ? await locateMe() : null
    if (located && !('location' in located)) toastWarning('alerts.location.unknown')
    const location = located && 'location' in located ? located.location : undefined
    const answerId = newId()
    const outcome = await answerRollCall({ rollCallId: id, state, location, ...sentDetails(questions, values) }, answerId)
    setBusy(false)
    if (outcome === 'refused') return
    if (photo !== null) sendAnswerPhoto(id, answerId, photo)
    if (outcome === 'waiting') toastWarning('rollCalls.answerUnsent', { state: text(`rollCalls.state.${state}`) })
    else if (!located || location) toastSuccess('rollCalls.linkStored')
    close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (areValid(questions, values)) void send()
  }
  return (
    <FormDialog
      title={text('rollCalls.addDetails')}
      onClose={close}
      onSubmit={submit}
      submitLabel={text('rollCalls.send')}
      isBusy={isBusy}
      hasUnsaved={isDirty}
    >
      <DetailsFields
        questions={questions}
        values={values}
        places={places}
        location={window.isSecureContext ? { isSent: sendsLocation, onChange: setSendsLocation } : null}
        onChange={change}
      />
      <ImageField
        label={text('rollCalls.photo')}
        chooseLabel={text('rollCalls.photoChoose')}
        replaceLabel={text('rollCalls.photoReplace')}
        removeLabel={text('rollCalls.photoRemove')}
        maxMb={maxMb}
        keptUrl={null}
        image={photo}
        onChange={setPhoto}
      />
    </FormDialog>
  )
}
