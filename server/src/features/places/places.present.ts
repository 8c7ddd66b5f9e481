import { Facility, type Place, PlaceKind, PlaceState } from '@noroshi/contract/places/places.http'
import type { PlaceRow } from './places.sql.ts'

export const presentPlace = (row: PlaceRow): Place => ({
  id: row.id,
  kind: PlaceKind.parse(row.kind),
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
