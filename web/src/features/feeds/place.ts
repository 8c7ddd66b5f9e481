import type { Place } from '../../ui/map/distance.ts'

/** Both coordinates are a place; one alone is none. */
export const placeOf = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }): Place | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }
