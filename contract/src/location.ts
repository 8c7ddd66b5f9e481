import { z } from 'zod'

const Latitude = z.number().min(-90, 'common.latitude').max(90, 'common.latitude')
const Longitude = z.number().min(-180, 'common.longitude').max(180, 'common.longitude')

/** A place and how sure it is, in metres (specification, section 3). */
export const Location = z.object({ latitude: Latitude, longitude: Longitude, accuracy: z.number().nonnegative().nullable() })
export type Location = z.infer<typeof Location>

/** A hint that never makes a call fail: what is no place becomes null. */
export const LocationHint = Location.nullable().catch(null).default(null)

const toNumber = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? null
  return value.trim() === '' ? null : Number(value)
}

/** Coordinates of forms are text; '' is null (the wire's rule); what is no coordinate becomes null, never 0. */
export const LatitudeText = z.preprocess(toNumber, Latitude.nullable()).catch(null)
export const LongitudeText = z.preprocess(toNumber, Longitude.nullable()).catch(null)
export const AccuracyText = z.preprocess(toNumber, z.number().nonnegative().nullable()).catch(null)
