import type { LatLng } from '../../ui/map/distance.ts'

/** Returns the location, or null unless both coordinates are set. */
export const locationOf = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }): LatLng | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

export const isSameLocation = (a: LatLng | null, b: LatLng | null): boolean =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude
