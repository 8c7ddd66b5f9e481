import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasPlaceState, type Place, placeRoutes } from '@noroshi/contract/places/places.http'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { ShelterRole } from '@noroshi/contract/reception/people'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import { call } from '../../../platform/connection/http.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import adminCss from '../../../shared/admin/admin.module.css'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { AddPeople } from '../../../shared/people/add-people.tsx'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { useChange } from '../../../ui/states/use-change.ts'
import css from '../components/reception.module.css'

/** The shelters, without the places of other kinds. */
const sheltersQuery = queryOptions({
  queryKey: ['admin', 'shelters'] as const,
  queryFn: async () => (await call(placeRoutes.list)).items.filter(({ kind }) => hasPlaceState(kind)),
})
const staffQuery = (placeId: string) =>
  queryOptions({
    queryKey: ['admin', 'shelterStaff', placeId] as const,
    queryFn: () => call(shelterStaffRoutes.list, { params: { placeId } }),
  })

/** The users who have a role in the shelters. */
export function ShelterStaff() {
  const text = useText()
  const { data, error, refetch } = useQuery(sheltersQuery)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('shelterStaff.loadFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  return (
    <>
      <p className={adminCss.note}>{text('shelterStaff.note')}</p>
      {data.length === 0 && <EmptyState title={text('shelterStaff.noShelters')} note={text('shelterStaff.noSheltersHint')} />}
      <div className={css.panel}>
        {data.map((place) => (
          <StaffOf key={place.id} place={place} />
        ))}
      </div>
    </>
  )
}

function StaffOf({ place: { id: placeId, name } }: { place: Place }) {
  const text = useText()
  const { data, error, refetch } = useQuery(staffQuery(placeId))
  const [removed, setRemoved] = useState<Person | null>(null)
  const set = useChange(
    async ({ userIds, role }: { userIds: readonly string[]; role: ShelterRole }) => {
      for (const userId of userIds) await call(shelterStaffRoutes.set, { params: { placeId, userId }, body: { role } })
    },
    (cache) => cache.invalidateQueries({ queryKey: staffQuery(placeId).queryKey }),
    'admin.saved',
  )
  const remove = useChange(
    (userId: string) => call(shelterStaffRoutes.remove, { params: { placeId, userId } }),
    (cache) => cache.invalidateQueries({ queryKey: staffQuery(placeId).queryKey }),
    'admin.saved',
  )
  return (
    <Card className={css.part}>
      <h2 translate="no">{name}</h2>
      {data ? (
        <>
          {data.items.length === 0 && <p className={css.quiet}>{text('shelterStaff.none')}</p>}
          <ul className={css.rows}>
            {data.items.map(({ person, role }) => (
              <li key={person.id}>
                <Avatar person={person} size={40} />
                <b className={css.person} translate="no">
                  {nameOf(person)}
                </b>
                <ChoiceField
                  aria-label={text('shelterStaff.roleOf', { name: nameOf(person) })}
                  data={ShelterRole.options.map((value) => ({ value, label: text(`reception.role.${value}`) }))}
                  value={role}
                  disabled={set.isPending}
                  onChange={({ currentTarget }) =>
                    set.mutate({ userIds: [person.id], role: ShelterRole.parse(currentTarget.value) })
                  }
                />
                <ActionIcon aria-label={text('shelterStaff.remove', { name: nameOf(person) })} onClick={() => setRemoved(person)}>
                  <IconX size={20} stroke={1.75} aria-hidden="true" />
                </ActionIcon>
              </li>
            ))}
          </ul>
          <AddPeople
            label={text('shelterStaff.add')}
            title={text('shelterStaff.addTo', { name })}
            question={text('reception.byName')}
            memberIds={data.items.map(({ person }) => person.id)}
            isBusy={set.isPending}
            onAdd={(userIds, onAdded) => set.mutate({ userIds, role: 'receptionist' }, { onSuccess: onAdded })}
          />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={text('shelterStaff.loadFailed')} />
      ) : (
        <ListSkeleton rows={1} />
      )}
      {removed && (
        <ConfirmDialog
          isOpen
          onClose={() => setRemoved(null)}
          onConfirm={() => remove.mutate(removed.id, { onSuccess: () => setRemoved(null) })}
          isBusy={remove.isPending}
          title={text('shelterStaff.removeConfirm', { name: nameOf(removed) })}
          confirmLabel={text('chrome.delete')}
        >
          <p>{text('shelterStaff.removeNote')}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
