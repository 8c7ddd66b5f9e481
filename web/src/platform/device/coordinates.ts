interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

/**
 * Returns coordinates as requests send them: as text, and left out if the location is unknown (specification, section
 * 7).
 */
export const coordinatesOf = (location: Coordinates | null | undefined): { latitude?: string; longitude?: string } =>
  location ? { latitude: String(location.latitude), longitude: String(location.longitude) } : {}

/** Returns the coordinates of an SOS: as text, or null if the location is unknown (specification, section 7). */
export const coordinatesOfSos = ({
  latitude,
  longitude,
}: {
  [Name in keyof Coordinates]: number | null
}): { latitude: string | null; longitude: string | null } => ({
  latitude: latitude === null ? null : String(latitude),
  longitude: longitude === null ? null : String(longitude),
})
