import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { RegisteredPerson, ShelterRole } from '@noroshi/contract/reception/people'
import { newId } from '../../../platform/ids.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { useComeBack, useLeave } from '../reception.changes.ts'
import { deskName } from '../desk-name.ts'
import { PersonFacts } from './person-facts.tsx'
import css from './reception.module.css'

const PersonDialog = lazy(() => import('./person-dialog.tsx').then(({ PersonDialog: dialog }) => ({ default: dialog })))

interface Props {
  readonly placeId: string
  readonly role: ShelterRole
  readonly person: RegisteredPerson
}

/** A person of the register, with leaving and coming back by one press. */
export function RegisterRow({ placeId, role, person }: Props) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const leave = useLeave(placeId)
  const receive = useComeBack(placeId)
  const name = person.name || text('reception.removed')
  const recordLeaving = () =>
    leave.mutate({ personIds: [person.id], desk: deskName() }, { onSuccess: () => toastSuccess('reception.leaveDone', { name }) })
  const comeBack = () =>
    receive.mutate({
      id: newId(),
      householdId: null,
      desk: deskName(),
      people: [{ kind: 'known', id: person.id, stayId: newId() }],
    })
  return (
    <li>
      <span className={css.person}>
        <button type="button" aria-label={text('reception.details', { name })} onClick={() => setOpen(true)}>
          <span translate="no">{name}</span>
        </button>
        <PersonFacts person={person} />
      </span>
      <span className={css.actions}>
        {person.stay.leftAt === null ? (
          <Button
            variant="default"
            aria-label={text('reception.leaveOf', { name })}
            loading={leave.isPending}
            onClick={recordLeaving}
          >
            {text('reception.leave')}
          </Button>
        ) : (
          person.name !== '' && (
            <Button
              variant="default"
              aria-label={text('reception.comeBack', { name })}
              loading={receive.isPending}
              onClick={comeBack}
            >
              {text('reception.comeBackShort')}
            </Button>
          )
        )}
      </span>
      {isOpen && (
        <Suspense>
          <PersonDialog placeId={placeId} role={role} person={person} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  )
}
