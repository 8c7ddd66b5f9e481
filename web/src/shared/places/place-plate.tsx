import type { ReactNode } from 'react'
import { hasPlaceState, type Place } from '@noroshi/contract/places/places.http'
import { useText } from '../../platform/language/i18n.ts'
import { FacilityList } from './facility-list.tsx'
import { MapPlate } from './map-plate.tsx'
import { placeFacts } from './place-texts.ts'
import css from './place-plate.module.css'

interface Props {
  place: Place
  onClose: () => void
  /** Further facts about the place. */
  children?: ReactNode
}

/** A place over the map: its name, kind, state, capacity, facilities and note. */
export function PlacePlate({ place, onClose, children }: Props) {
  const text = useText()
  const { kind, name, capacity, note } = place
  return (
    <MapPlate name={name} translate="no" announces="all" onClose={onClose}>
      <span>{placeFacts(place, text)}</span>
      {hasPlaceState(kind) && (
        <span>
          {text('places.capacity')}{' '}
          {capacity === null ? text('places.capacityUnknown') : text('places.people', { count: capacity })}
        </span>
      )}
      <FacilityList place={place} />
      {note !== '' && <p className={css.note}>{note}</p>}
      {children}
    </MapPlate>
  )
}
