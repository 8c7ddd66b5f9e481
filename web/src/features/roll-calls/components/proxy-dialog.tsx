import { type FormEvent, useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { PersonState, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { PersonPicker } from '../../../shared/people/person-picker.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { toastSuccess, toastWarning } from '../../../ui/states/toast.tsx'
import { areValid, detailsOf, sentDetails } from '../detail-values.ts'
import { useStayPlaces } from '../use-stay-places.ts'
import { answerRollCall } from '../unsent-roll-call-answers.ts'
import { StateButtons } from './state-buttons.tsx'
import { DetailsFields } from './details-fields.tsx'

interface Props {
  rollCall: RollCallForViewer
  /** Absent: the user chooses the person. */
  person?: Person
  onClose: () => void
}

/** Answers for another person. */
export function ProxyDialog({ rollCall: { id, questions }, person: given, onClose }: Props) {
  const text = useText()
  const places = useStayPlaces()
  const me = useCurrentUser()
  const [picked, setPicked] = useState<Person | null>(null)
  const [state, setState] = useState<PersonState | null>(null)
  const [initial] = useState(() => detailsOf(questions, null))
  const [values, setValues] = useState(initial)
  const [isBusy, setBusy] = useState(false)
  const person = given ?? picked

  const send = async (personId: string, name: string, chosen: PersonState) => {
    setBusy(true)
    const outcome = await answerRollCall({ rollCallId: id, personId, state: chosen, ...sentDetails(questions, values) })
    setBusy(false)
    if (outcome === 'refused') return
    if (outcome === 'waiting') toastWarning('rollCalls.answerUnsent', { state: text(`rollCalls.state.${chosen}`) })
    else toastSuccess('rollCalls.answeredFor', { name })
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (person && state && areValid(questions, values)) void send(person.id, nameOf(person), state)
  }
  return (
    <FormDialog
      title={person ? text('rollCalls.forName', { name: nameOf(person) }) : text('rollCalls.forAnother')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('rollCalls.send')}
      isReady={person !== null && state !== null}
      isBusy={isBusy}
      hasUnsaved={state !== null || picked !== null || JSON.stringify(values) !== JSON.stringify(initial)}
    >
      <p>{text('rollCalls.forAnotherHint')}</p>
      {given === undefined && (
        <PersonPicker
          label={text('rollCalls.person')}
          excludedIds={me ? [me.id] : []}
          chosen={picked ? [picked] : []}
          onPick={(next) => setPicked(next.id === picked?.id ? null : next)}
        />
      )}
      <StateButtons {...(state && { current: state })} onAnswer={setState} />
      <DetailsFields questions={questions} values={values} places={places} location={null} onChange={setValues} />
    </FormDialog>
  )
}
