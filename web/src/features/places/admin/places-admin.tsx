import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Place, PLACE_STATES, PlaceState } from '@noroshi/contract/places/places.http'
import { addLive } from '../../../platform/connection/live.ts'
import { useText } from '../../../platform/language/i18n.ts'
import css from '../../../shared/admin/admin.module.css'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { RowButtons } from '../../../shared/admin/row-buttons.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { FacilityList } from '../../../shared/places/facility-list.tsx'
import { placeKindName } from '../../../shared/places/place-texts.ts'
import { placesLive } from '../../../shared/places/places.live.ts'
import { placesQuery } from '../../../shared/places/places.queries.ts'
import { PlaceDialog } from './place-dialog.tsx'
import { useRemovePlace, useUpdatePlace } from './places.changes.ts'

// Registers the events before the first query of places, so that none is missed.
addLive(placesLive)

/** The administration of places. */
export function PlacesAdmin() {
  const text = useText()
  const { data, error, refetch } = useQuery(placesQuery)
  const [isCreating, setCreating] = useState(false)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('places.loadFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  const create = (
    <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {text('places.create')}
    </Button>
  )
  return (
    <>
      <p className={css.note}>{text('places.note')}</p>
      {data.items.length === 0 ? (
        <EmptyState title={text('places.empty')} action={create} />
      ) : (
        <>
          <div className={css.tools}>{create}</div>
          <Places places={data.items} />
        </>
      )}
      {isCreating && <PlaceDialog place={null} onClose={() => setCreating(false)} />}
    </>
  )
}

function Places({ places }: { places: readonly Place[] }) {
  const text = useText()
  const [editing, setEditing] = useState<Place | null>(null)
  const [removing, setRemoving] = useState<Place | null>(null)
  const columns = [
    {
      key: 'name',
      label: text('admin.name'),
      area: 'head' as const,
      cell: (place: Place) => (
        <>
          <b translate="no">{place.name}</b>
          <FacilityList place={place} />
        </>
      ),
    },
    { key: 'kind', label: text('places.kind'), cell: (place: Place) => placeKindName(place, text) },
    { key: 'state', label: text('places.state'), cell: (place: Place) => <StateField place={place} /> },
    {
      key: 'capacity',
      label: text('places.capacity'),
      isShort: true,
      cell: ({ state, capacity }: Place) => (state === null ? '–' : (capacity ?? text('places.capacityUnknown'))),
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'buttons' as const,
      cell: (place: Place) => (
        <RowButtons name={place.name} onEdit={() => setEditing(place)} onDelete={() => setRemoving(place)} />
      ),
    },
  ]
  return (
    <>
      <DataTable label={text('places.title')} columns={columns} rows={places} />
      {editing && <PlaceDialog place={editing} onClose={() => setEditing(null)} />}
      {removing && <RemoveDialog place={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

/** Opens, fills or closes a shelter by one choice. */
function StateField({ place: { id, name, state } }: { place: Place }) {
  const text = useText()
  const { mutate, isPending } = useUpdatePlace()
  if (state === null) return <span>–</span>
  return (
    <ChoiceField
      aria-label={text('places.stateOf', { name })}
      value={state}
      disabled={isPending}
      data={PLACE_STATES.map((value) => ({ value, label: text(`places.state.${value}`) }))}
      onChange={({ currentTarget }) => mutate({ id, state: PlaceState.parse(currentTarget.value) })}
    />
  )
}

function RemoveDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useRemovePlace()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate(place.id, { onSuccess: onClose })}
      isBusy={isPending}
      title={text('places.deleteConfirm', { name: place.name })}
      confirmLabel={text('chrome.delete')}
    >
      <p>{text('places.deleteNote')}</p>
    </ConfirmDialog>
  )
}
