import { TAK_MARKER_NAME_MAX } from '@noroshi/contract/exchange/tak.http'
import { Latitude, Longitude } from '@noroshi/contract/location'
import { cutText } from '@noroshi/contract/text/graphemes'
import { type XmlElement } from '#/ports/xml/read-xml.ts'
import { writeXml } from '#/ports/xml/write-xml.ts'

/** The value of CoT for an unknown height or accuracy, in metres. */
const UNKNOWN = '9999999.0'
/** Digits of coordinates after the point: a tenth of a metre. */
const DIGITS = 6
/** Milliseconds after which a marker is stale, whatever its sender says. */
const STALE_MAX_MS = 24 * 3_600_000
const UID_MAX = 200
/** A point that a person has set: a spot, a waypoint, or a symbol of an affiliation. */
const MARKER_TYPE = /^(?:b-m-p-|a-[a-z.]-)[\w.-]{1,80}$/i
/** A symbol of an affiliation. Positions of devices have the same types. */
const SYMBOL_TYPE = /^a-/i
/** How a location is known that a person has entered, not a device. */
const ENTERED = /^h/i
/** The start of the names of objects of this and each other Noroshi: alerts, and people, who are no markers. */
export const NOROSHI_UIDS = 'noroshi-'

/** An alert or a person as an object of a TAK server. */
export interface CotObject {
  /** Its name at the TAK server. */
  readonly uid: string
  readonly type: string
  /** How the location is known. */
  readonly how: string
  readonly status: 'Actual' | 'Exercise' | 'Test'
  readonly name: string
  readonly remarks: string | null
  readonly latitude: number
  readonly longitude: number
  /** Metres; null: unknown. */
  readonly accuracy: number | null
  readonly startsAt: Date
}

/** The operation of an event: exercises and simulations are marked, as the schema of CoT has it. */
const OPERATION = { Actual: undefined, Exercise: 'e-noroshi', Test: 's-noroshi' } as const

/** Returns an event about an object. @param staleAt from then on it is not current; the time of the event itself ends it */
export const cotEvent = (object: CotObject, at: Date, staleAt: Date): string =>
  writeXml({
    event: {
      '@version': '2.0',
      '@uid': object.uid,
      '@type': object.type,
      '@how': object.how,
      '@opex': OPERATION[object.status],
      '@time': at.toISOString(),
      '@start': object.startsAt.toISOString(),
      '@stale': staleAt.toISOString(),
      point: {
        '@lat': object.latitude.toFixed(DIGITS),
        '@lon': object.longitude.toFixed(DIGITS),
        '@hae': UNKNOWN,
        '@ce': object.accuracy === null ? UNKNOWN : object.accuracy.toFixed(1),
        '@le': UNKNOWN,
      },
      detail: {
        contact: { '@callsign': object.name },
        ...(object.remarks !== null && object.remarks !== '' && { remarks: object.remarks }),
      },
    },
  })

/** Returns the event that keeps a connection open. */
export const cotPing = (uid: string, at: Date, staleAt: Date): string =>
  writeXml({
    event: {
      '@version': '2.0',
      '@uid': uid,
      '@type': 't-x-c-t',
      '@how': 'm-g',
      '@time': at.toISOString(),
      '@start': at.toISOString(),
      '@stale': staleAt.toISOString(),
      point: { '@lat': '0.0', '@lon': '0.0', '@hae': UNKNOWN, '@ce': UNKNOWN, '@le': UNKNOWN },
      detail: '',
    },
  })

/** A marker of the TAK server. */
export interface CotMarker {
  readonly uid: string
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  readonly isExercise: boolean
  readonly at: Date
  readonly staleAt: Date
}

/** Control characters and lone surrogates are no text of the database. */
const isUid = (uid: string | undefined): uid is string =>
  uid !== undefined && /^\P{Cc}+$/u.test(uid) && uid.isWellFormed() && uid.length <= UID_MAX && !uid.startsWith(NOROSHI_UIDS)

function timeOf(text: string | undefined): Date | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return null
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time
}

const numberOf = (text: string | undefined): number =>
  text !== undefined && /^[+-]?\d{1,3}(?:\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN

/** Leaves out characters that are invisible or turn the direction of the text around them. */
const nameOf = (text: string): string =>
  cutText(text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim(), TAK_MARKER_NAME_MAX)

/**
 * Returns what an event says about the markers: one that is set, or the name of one that is removed. Everything else is ignored:
 * positions of members of the teams and of other devices, objects of other Noroshi, chats, files, tasks and commands.
 */
export function readCot(event: XmlElement, now: Date): CotMarker | { readonly removedUid: string } | null {
  const attribute = (name: string) => event.attributes.get(name)
  const type = attribute('type') ?? ''
  if (event.name !== 'event') return null
  if (type === 't-x-d-d') {
    const uid = event.find('detail', 'link')?.attributes.get('uid')
    return isUid(uid) ? { removedUid: uid } : null
  }
  const uid = attribute('uid')
  if (!MARKER_TYPE.test(type) || !isUid(uid)) return null
  if (SYMBOL_TYPE.test(type) && !ENTERED.test(attribute('how') ?? '')) return null
  const detail = event.find('detail')
  // Devices of people tell their software and their team with each position.
  if (detail?.find('takv') !== undefined || detail?.find('__group') !== undefined) return null
  const point = event.find('point')
  const latitude = Latitude.safeParse(numberOf(point?.attributes.get('lat')))
  const longitude = Longitude.safeParse(numberOf(point?.attributes.get('lon')))
  const [at, stale] = [timeOf(attribute('time')), timeOf(attribute('stale'))]
  if (!latitude.success || !longitude.success || at === null || stale === null) return null
  return {
    uid,
    name: nameOf(detail?.find('contact')?.attributes.get('callsign') ?? ''),
    latitude: latitude.data,
    longitude: longitude.data,
    isExercise: /^[es](?:-|$)/i.test(attribute('opex') ?? ''),
    at: at > now ? now : at,
    staleAt: new Date(Math.min(stale.getTime(), now.getTime() + STALE_MAX_MS)),
  }
}
