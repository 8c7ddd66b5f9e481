interface Coordinates {
  readonly latitude: number | null
  readonly longitude: number | null
}

/** Both coordinates are a place; one alone is none. */
export const placeOf = ({ latitude, longitude }: Coordinates): Coordinates =>
  latitude === null || longitude === null ? { latitude: null, longitude: null } : { latitude, longitude }
