import { Button, Radio, TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Place } from '@noroshi/contract/places/places.http'
import { DESK_NAME_MAX, type StayMode } from '@noroshi/contract/reception/people'
import { ApiError, OfflineError } from '../../../platform/connection/http-errors.ts'
import { newId } from '../../../platform/ids.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { outbox } from '../../../platform/outbox/outbox.ts'
import { storageKeys, writeStored } from '../../../platform/session/storage.ts'
import formCss from '../../../ui/forms/form.module.css'
import { useUnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { toastError, toastSuccess } from '../../../ui/states/toast.tsx'
import { type Arriving, emptyGuest, guestOf, withPeople } from '../arriving.ts'
import { useDeskLeaving } from '../desk-leaving.ts'
import { deskName } from '../desk-name.ts'
import { useAnotherAttempt, useReceive } from '../reception.changes.ts'
import { arrivingOfChange, type RefusedHousehold } from '../offline/desk-people.ts'
import { keepHousehold } from '../offline/unsent-desk-changes.ts'
import { useOfflineDesk } from '../offline/use-offline-desk.ts'
import { ArrivingList } from './arriving-list.tsx'
import { FindPeople } from './find-people.tsx'
import { GuestDialog } from './guest-dialog.tsx'
import { type Last, LastReceived } from './last-received.tsx'
import css from './reception.module.css'

const MODES = ['inside', 'elsewhere'] as const satisfies readonly StayMode[]

type Body = Parameters<typeof keepHousehold>[1]

/** The ids of an attempt: of the reception, and of the household. */
const newIds = () => ({ id: newId(), householdId: newId() })

/** An attempt to receive a household, with what was sent first. The server refuses something else with the same ids. */
interface Attempt {
  readonly ids: ReturnType<typeof newIds>
  readonly first: Body | null
}
const newAttempt = (): Attempt => ({ ids: newIds(), first: null })
const isSame = (a: Body, b: Body) => JSON.stringify(a) === JSON.stringify(b)

interface Props {
  readonly place: Place
  /** A household that the server refused, which replaces what the desk shows after a question. */
  readonly refused?: RefusedHousehold | null
}

/** A desk of a shelter: it finds or adds the people of a household, and receives them together. */
export function Desk({ place, refused = null }: Props) {
  const text = useText()
  const [people, setPeople] = useState<readonly Arriving[]>([])
  const [attempt, setAttempt] = useState(newAttempt)
  const [mode, setMode] = useState<StayMode>('inside')
  const [whereabouts, setWhereabouts] = useState('')
  const [editing, setEditing] = useState<Arriving | 'new' | null>(null)
  const [last, setLast] = useState<Last | null>(null)
  /** The refused household that was opened last. */
  const [opened, setOpened] = useState<RefusedHousehold | null>(null)
  /** The entry of the refused household that is at the desk. It is deleted once the household is received or kept. */
  const [replaced, setReplaced] = useState<string | null>(null)
  const offline = useOfflineDesk(place.id)
  const { mutate, isPending } = useReceive(place.id)
  const anotherAttempt = useAnotherAttempt(place.id)
  const chosen = people.filter(({ isChosen }) => isChosen)
  const leaving = useDeskLeaving(place.id)
  const isBusy = isPending || anotherAttempt.isPending || leaving.isPending
  if (people.length === 0 && (mode !== 'inside' || whereabouts !== '')) {
    setMode('inside')
    setWhereabouts('')
  }
  /** Ends an attempt. People who were added meanwhile stay. */
  const finish = (done: readonly Arriving[]) => {
    setPeople((list) => list.filter(({ key }) => done.every((person) => person.key !== key)))
    setAttempt(newAttempt())
    setReplaced(null)
  }
  const clear = () => finish(people)
  /** Ends an attempt whose people were received or kept. */
  const complete = () => {
    if (replaced !== null) outbox.discard(replaced)
    finish(people)
  }
  const guard = useUnsavedGuard(people.length > 0, clear)
  const add = (added: readonly Arriving[]) => {
    setPeople((list) => withPeople(list, added))
    setLast(null)
  }

  const show = ({ id, change }: RefusedHousehold) => {
    setPeople(arrivingOfChange(change))
    setAttempt(newAttempt())
    setMode(change.body.mode)
    setWhereabouts(change.body.whereabouts)
    setLast(null)
    setReplaced(id)
  }
  if (refused !== opened) {
    setOpened(refused)
    if (refused !== null && people.length === 0) show(refused)
    else if (refused !== null) guard.ask(() => show(refused))
  }

  // The reply to an earlier list of this household was lost, and the server refuses another list with the same id.
  const prepareAnotherAttempt = () => {
    setAttempt(newAttempt())
    anotherAttempt.mutate(people, {
      onSuccess: (prepared) =>
        setPeople((list) => list.map((person) => prepared.find(({ key }) => key === person.key) ?? person)),
    })
  }
  const newBody = (): Body => ({
    ...attempt.ids,
    mode,
    whereabouts,
    desk: deskName(),
    people: chosen.map(({ sent }) => sent),
  })
  /** Stores the household on this device. It keeps its ids, unless the server may have received something else with them. */
  const keep = (body: Body) => {
    const ids = attempt.first === null || isSame(attempt.first, body) ? attempt.ids : newIds()
    const kept = { ...body, ...ids }
    setAttempt({ ids, first: kept })
    return keepHousehold(
      place.id,
      kept,
      chosen.map(({ name }) => name),
    ).then(
      () => {
        toastSuccess('reception.offline.kept')
        complete()
      },
      (error: Error) => toastError(text('reception.offline.keepFailed'), error.message),
    )
  }
  const receive = () => {
    const body = newBody()
    setAttempt({ ...attempt, first: attempt.first ?? body })
    mutate(body, {
      onSuccess: ({ people: received, doubles, unknownCodes = [] }) => {
        const known = chosen.filter(({ sent }) => sent.kind !== 'code' || !unknownCodes.includes(sent.code))
        const sentIds = new Set(known.map(({ sent }) => sent.stayId))
        setLast({
          names: known.map(({ name }) => name).join(', '),
          count: known.length,
          stayIds: received.map(({ stay }) => stay.id).filter((id) => sentIds.has(id)),
          doubles,
          unknownCodes,
        })
        complete()
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'conflict') prepareAnotherAttempt()
        if (error instanceof OfflineError && offline.state === 'open') void keep(body)
      },
    })
  }
  // The next person of a household often has the same address.
  const address = people.findLast(({ guest }) => guest !== null)?.guest?.address

  return (
    <>
      {place.state === 'closed' && <p role="alert">{text('reception.closed')}</p>}
      <Card className={css.part}>
        <FindPeople
          placeId={place.id}
          people={offline.isOffline && offline.state === 'open' ? offline.people : null}
          onFound={add}
        />
        <Button
          variant="default"
          leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => setEditing('new')}
        >
          {text('reception.addGuest')}
        </Button>
      </Card>
      {last && <LastReceived placeId={place.id} last={last} onDone={() => setLast(null)} />}
      <Card className={css.part}>
        <h2>{text('reception.household')}</h2>
        {people.length === 0 ? (
          <p className={css.quiet}>{text('reception.householdEmpty')}</p>
        ) : (
          <>
            <ArrivingList people={people} isBusy={isBusy} onChange={setPeople} onEdit={setEditing} />
            <Radio.Group
              label={text('reception.mode')}
              value={mode}
              onChange={(value) => setMode(MODES.find((each) => each === value) ?? 'inside')}
            >
              <div className={formCss.choices} data-in-line>
                {MODES.map((value) => (
                  <Radio key={value} value={value} label={text(`reception.mode.${value}`)} />
                ))}
              </div>
            </Radio.Group>
            {mode === 'elsewhere' && (
              <TextInput
                label={text('reception.whereabouts')}
                description={text('reception.whereaboutsHint')}
                maxLength={DESK_NAME_MAX}
                value={whereabouts}
                onChange={({ currentTarget }) => setWhereabouts(currentTarget.value)}
              />
            )}
            <div className={css.buttons}>
              <Button
                disabled={chosen.length === 0}
                loading={isBusy}
                onClick={offline.keeps ? () => void keep(newBody()) : receive}
              >
                {text('reception.receive', { count: chosen.length })}
              </Button>
              {chosen.length > 0 && chosen.every(({ hereId }) => hereId !== null) && (
                <Button variant="default" loading={isBusy} onClick={() => leaving.leave(chosen, () => finish(chosen))}>
                  {text('reception.leaveTogether', { count: chosen.length })}
                </Button>
              )}
              <Button variant="default" disabled={isBusy} onClick={() => guard.ask(clear)}>
                {text('reception.clear')}
              </Button>
            </div>
          </>
        )}
      </Card>
      <DeskNameField />
      {guard.question}
      {editing !== null && (
        <GuestDialog
          title={text('reception.editGuest')}
          values={editing === 'new' ? emptyGuest(address) : (editing.guest ?? emptyGuest())}
          onClose={() => setEditing(null)}
          onSubmit={(details) => {
            const changed = guestOf(details, editing === 'new' ? undefined : editing)
            if (editing === 'new') add([changed])
            else setPeople((list) => list.map((person) => (person.key === changed.key ? changed : person)))
            setEditing(null)
          }}
        />
      )}
    </>
  )
}

function DeskNameField() {
  const text = useText()
  const [name, setName] = useState(deskName)
  return (
    <TextInput
      label={text('reception.deskName')}
      description={text('reception.deskNameHint')}
      maxLength={DESK_NAME_MAX}
      value={name}
      onChange={({ currentTarget }) => {
        setName(currentTarget.value)
        writeStored(storageKeys.deskName, currentTarget.value || null)
      }}
    />
  )
}
