interface Coordinates {
  readonly latitude: number | null
  readonly longitude: number | null
}

/** Returns the location, or nulls if a coordinate is missing. */
export const locationOf = ({ latitude, longitude }: Coordinates): Coordinates =>
  latitude === null || longitude === null ? { latitude: null, longitude: null } : { latitude, longitude }
