import { onStored, readStored, storageKeys, writeStored } from '../session/storage.ts'

/**
 * The part of the map that this device stores: nothing, the world, or the world and streets up to this number of
 * megabytes.
 */
export type MapLimit = 'none' | 'world' | '100' | '500' | '2000' | 'any'

/** The limits for streets that the user chooses from. */
export const STREET_LIMITS = ['world', '100', '500', '2000', 'any'] as const satisfies readonly MapLimit[]

/** The default. Larger streets are stored only with the user's consent. */
const DEFAULT: MapLimit = '100'

const isLimit = (value: string | null): value is MapLimit => ['none', ...STREET_LIMITS].some((limit) => limit === value)

/** Returns the limit that the user has chosen on this device, otherwise the default. */
export function mapLimit(): MapLimit {
  const stored = readStored(storageKeys.mapLimit)
  return isLimit(stored) ? stored : DEFAULT
}

export const setMapLimit = (limit: MapLimit) => writeStored(storageKeys.mapLimit, limit)

/** Calls back when the limit changes in this or another tab. */
export const onMapLimit = (listener: () => void) => onStored(storageKeys.mapLimit, listener)

/** Returns the max bytes of streets that this device stores. */
export function maxStreetBytes(limit: MapLimit): number {
  if (limit === 'none' || limit === 'world') return 0
  return limit === 'any' ? Infinity : Number(limit) * 1024 ** 2
}
