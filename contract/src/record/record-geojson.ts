import type { ChainEntry, Json } from './chain.ts'

interface PositionFeature {
  readonly type: 'Feature'
  /** Longitude and latitude (RFC 7946). */
  readonly geometry: { readonly type: 'Point'; readonly coordinates: readonly [number, number] }
  readonly properties: {
    readonly seq: number
    readonly at: string
    readonly kind: string
    /** 'firstName lastName'; null: anonymous. */
    readonly person: string | null
    /** Metres. */
    readonly accuracy: number | null
  }
}

const fieldsOf = (value: Json | undefined): Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

function nameIn(person: Json | undefined): string | null {
  const { firstName, lastName } = fieldsOf(person)
  const name = [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
  return name.trim() === '' ? null : name.trim()
}

/** Returns the locations of a record as GeoJSON, in the order of its entries. Entries without a location are left out. */
export function geoJsonOf(entries: readonly ChainEntry[]) {
  const features = entries.flatMap(({ seq, at, kind, payload }): PositionFeature[] => {
    const { latitude, longitude, accuracy, by } = fieldsOf(payload)
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return []
    const properties = { seq, at, kind, person: nameIn(by), accuracy: typeof accuracy === 'number' ? accuracy : null }
    return [{ type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties }]
  })
  return { type: 'FeatureCollection' as const, features }
}
