import { z } from 'zod'
import { parseDecimal } from './text/numbers.ts'

/** A coordinate in degrees, as a number. */
export const Latitude = z.number().min(-90, 'common.latitude').max(90, 'common.latitude')
export const Longitude = z.number().min(-180, 'common.longitude').max(180, 'common.longitude')

/** A location with its accuracy in metres (specification, section 3). */
export const Location = z.object({ latitude: Latitude, longitude: Longitude, accuracy: z.number().nonnegative().nullable() })
export type Location = z.infer<typeof Location>

/** An optional location that never fails a request: an invalid value becomes null. */
export const LocationHint = Location.nullable().catch(null).default(null)

/** Reads a number or the text of a decimal number. Any other value becomes null: a wrong location is worse than none. */
const toNumber = (value: unknown): unknown => (typeof value === 'string' ? parseDecimal(value) : (value ?? null))

/** A coordinate of a request, as text. A missing, empty or invalid value becomes null, never 0 or another location. */
export const LatitudeText = z.preprocess(toNumber, Latitude.nullable()).catch(null).default(null)
export const LongitudeText = z.preprocess(toNumber, Longitude.nullable()).catch(null).default(null)
/** Metres. A radius beyond half the circumference of the Earth is not an accuracy. */
export const AccuracyText = z.preprocess(toNumber, z.number().nonnegative().max(20_038_000).nullable()).catch(null)
