import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RegisteredPerson, ShelterRole } from '@noroshi/contract/reception/people'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { saveFile } from '../../../ui/forms/save-file.ts'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { changedFields } from '../changed-fields.ts'
import { useCorrect, useDecide, useForget, useUndoLeaving, useUndoStays } from '../reception.changes.ts'
import { personQuery } from '../reception.queries.ts'
import { CardSheet } from './card-sheet.tsx'
import { GuestDialog } from './guest-dialog.tsx'
import { PersonFacts } from './person-facts.tsx'
import css from './reception.module.css'

interface Props {
  readonly placeId: string
  readonly role: ShelterRole
  readonly person: RegisteredPerson
  readonly onClose: () => void
}

/** All that the register has of a person, with corrections. */
export function PersonDialog({ placeId, role, person, onClose }: Props) {
  const text = useText()
  const language = useLanguage()
  const { data, error, refetch } = useQuery(personQuery(placeId, person.id))
  const [open, setOpen] = useState<'edit' | 'forget' | 'card' | null>(null)
  const forget = useForget(placeId)
  const undoLeaving = useUndoLeaving(placeId)
  const undoStays = useUndoStays(placeId)
  const decide = useDecide(placeId)
  const shown = data ?? person
  const name = shown.name || text('reception.removed')
  if (open === 'edit') {
    return <CorrectDialog placeId={placeId} person={shown} onClose={() => setOpen(null)} />
  }
  return (
    <Dialog isOpen onClose={onClose} title={name}>
      <div className={css.part}>
        <PersonFacts person={shown} />
        <p className={css.quiet}>
          {text('reception.code')} {shown.code} · {text(`reception.kind.${shown.kind}`)}
        </p>
        <div className={css.buttons}>
          {shown.name !== '' && (
            <>
              <Button variant="default" onClick={() => setOpen('edit')}>
                {text('reception.correct')}
              </Button>
              <Button variant="default" onClick={() => setOpen('card')}>
                {text('reception.card')}
              </Button>
            </>
          )}
          {shown.stay.leftAt !== null && (
            <Button variant="default" loading={undoLeaving.isPending} onClick={() => undoLeaving.mutate(shown.stay.id)}>
              {text('reception.undoLeaving')}
            </Button>
          )}
          <Button
            variant="default"
            loading={undoStays.isPending}
            onClick={() => undoStays.mutate([shown.stay.id], { onSuccess: onClose })}
          >
            {text('reception.undoStay')}
          </Button>
          {data && (
            <Button
              variant="default"
              onClick={() =>
                saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `${data.code}.json`)
              }
            >
              {text('reception.saveData')}
            </Button>
          )}
          {role === 'manager' && shown.name !== '' && (
            <Button variant="default" onClick={() => setOpen('forget')}>
              {text('reception.forget')}
            </Button>
          )}
        </div>
        {data ? (
          <>
            <h3>{text('reception.stays')}</h3>
            <ul className={css.rows}>
              {data.stays.map((stay) => (
                <li key={stay.id}>
                  <span>
                    {text(`reception.mode.${stay.mode}`)} {stay.whereabouts}{' '}
                    <time dateTime={stay.enteredAt}>{dateTime(stay.enteredAt, language)}</time> {stay.enteredDesk} –{' '}
                    {stay.leftAt !== null && <time dateTime={stay.leftAt}>{dateTime(stay.leftAt, language)}</time>}{' '}
                    {stay.leftDesk}
                  </span>
                </li>
              ))}
            </ul>
            <People title={text('reception.household')} people={data.household} />
            <People title={text('reception.merged')} people={data.merged}>
              {(merged) => (
                <Button
                  variant="default"
                  disabled={decide.isPending}
                  onClick={() => decide.mutate({ personId: person.id, otherId: merged.id, decision: 'undecided' })}
                >
                  {text('reception.split', { name: merged.name })}
                </Button>
              )}
            </People>
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} title={text('reception.personFailed')} />
        ) : (
          <ListSkeleton rows={2} />
        )}
      </div>
      {open === 'card' && <CardSheet people={[shown]} onPrinted={() => setOpen(null)} />}
      {open === 'forget' && (
        <ConfirmDialog
          isOpen
          onClose={() => setOpen(null)}
          onConfirm={() => forget.mutate(person.id, { onSuccess: onClose })}
          isBusy={forget.isPending}
          title={text('reception.forgetConfirm', { name })}
          confirmLabel={text('reception.forget')}
        >
          <p>{text('reception.forgetNote')}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

interface CorrectProps {
  readonly placeId: string
  readonly person: RegisteredPerson
  readonly onClose: () => void
}

/** Corrects a person. Only the fields that the user changed are sent: another desk may have changed the others. */
function CorrectDialog({ placeId, person, onClose }: CorrectProps) {
  const text = useText()
  /** The person as the form shows them at first: the register may be fetched again while the form is open. */
  const [before] = useState(person)
  const { mutate, isPending } = useCorrect(placeId)
  return (
    <GuestDialog
      title={text('reception.edit', { name: before.name })}
      values={before}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={(details, showErrors) => {
        const change = changedFields(before, details)
        if (Object.keys(change).length === 0) onClose()
        else mutate({ ...change, personId: before.id }, { onSuccess: onClose, onError: showErrors })
      }}
    />
  )
}

interface PeopleProps {
  readonly title: string
  readonly people: readonly RegisteredPerson[]
  readonly children?: (person: RegisteredPerson) => React.ReactNode
}

function People({ title, people, children }: PeopleProps) {
  if (people.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className={css.rows}>
        {people.map((person) => (
          <li key={person.id}>
            <span className={css.person}>
              <b translate="no">{person.name}</b>
              <PersonFacts person={person} />
            </span>
            {children?.(person)}
          </li>
        ))}
      </ul>
    </>
  )
}
