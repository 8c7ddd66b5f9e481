import { Facility, type Place, PlaceIcon, PlaceKind, PlaceState } from '@noroshi/contract/places/places.http'
import type { PlaceRow } from './places.sql.ts'

export const presentPlace = (row: PlaceRow): Place => ({
  id: row.id,
  kind: PlaceKind.parse(row.kind),
  ...(row.own_kind !== null && { ownKind: { name: row.own_kind, icon: PlaceIcon.parse(row.own_icon) } }),
  name: row.name,
  note: row.note,
  state: PlaceState.nullable().parse(row.state),
  capacity: row.capacity,
  ...(row.facilities.length > 0 && { facilities: row.facilities.map((facility) => Facility.parse(facility)) }),
  latitude: row.latitude,
  longitude: row.longitude,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
})
