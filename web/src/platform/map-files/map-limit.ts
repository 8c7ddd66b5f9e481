import { onStored, readStored, storageKeys, writeStored } from '../storage.ts'

/** What this device stores of the map: nothing, the world, or also streets up to so many megabytes. */
export type MapLimit = 'none' | 'world' | '100' | '500' | '2000' | 'any'

/** The limits for streets that the user chooses from. */
export const STREET_LIMITS = ['world', '100', '500', '2000', 'any'] as const satisfies readonly MapLimit[]

/** Larger streets are stored only if the user chooses it. */
const DEFAULT: MapLimit = '100'

const isLimit = (value: string | null): value is MapLimit => ['none', ...STREET_LIMITS].some((limit) => limit === value)

export function mapLimit(): MapLimit {
  const stored = readStored(storageKeys.mapLimit)
  return isLimit(stored) ? stored : DEFAULT
}

export const setMapLimit = (limit: MapLimit) => writeStored(storageKeys.mapLimit, limit)

/** Calls back when it changes, in this tab or another one. */
export const onMapLimit = (listener: () => void) => onStored(storageKeys.mapLimit, listener)

/** Max bytes of streets that this device stores. */
export function maxStreetBytes(limit: MapLimit): number {
  if (limit === 'none' || limit === 'world') return 0
  return limit === 'any' ? Infinity : Number(limit) * 1024 ** 2
}
