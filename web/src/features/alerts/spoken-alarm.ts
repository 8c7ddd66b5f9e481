import { type NameParts, nameIn } from '@noroshi/contract/accounts/person-name'
import { raiserAnnouncement } from '@noroshi/contract/alerts/announcement'
import { type RaisedForName, raisedForNameIn } from '@noroshi/contract/alerts/raised-for'
import { READ_ALOUD_MAX } from '@noroshi/contract/limits'
import { cutText } from '@noroshi/contract/text/graphemes'
import type { Alert } from '@noroshi/contract/alerts/alerts.http'
import type { Language } from '@noroshi/contract/i18n'
import type { Text } from '../../platform/language/i18n.ts'
import { compassOctant, distanceMetres, type LatLng } from '../../ui/map/distance.ts'
import { locationOf } from './alert-texts.ts'

/** Metres below which an alert counts as here, and from which the distance is said in kilometres. */
const HERE_M = 10
const KILOMETRES_FROM_M = 950

/** '350 metres', '1.4 kilometres', '23 kilometres' */
function spokenDistance(metres: number, text: Text): string {
  if (metres < KILOMETRES_FROM_M) return text('speech.metres', { count: Math.max(10, Math.round(metres / 10) * 10) })
  const km = metres / 1000
  const count = km < 10 ? Number(km.toFixed(1)) : Math.round(km)
  return text('speech.kilometres', { count })
}

/** The distance and direction of the alert from the user; null without one of the two locations. */
function spokenPlace(alert: Pick<Alert, 'latitude' | 'longitude'>, me: LatLng | null, text: Text): string | null {
  const location = locationOf(alert)
  if (!location || !me) return null
  const metres = distanceMetres(me, location)
  if (metres < HERE_M) return text('speech.alarm.here')
  const direction = text(`map.direction.${compassOctant(me, location)}`)
  return text('speech.alarm.at', { distance: spokenDistance(metres, text), direction })
}

/** The announced parts of an alert. */
type Announced = Pick<Alert, 'latitude' | 'longitude' | 'textContent'> & {
  readonly raisedBy: NameParts | null
  readonly raisedFor?: RaisedForName | undefined
  readonly isDrill?: boolean | undefined
}

/** Returns the announcement of an alarm: the raiser, the location and the text of the alert. */
export function spokenAlarm(
  { raisedBy, raisedFor, latitude, longitude, textContent, isDrill = false }: Announced,
  me: LatLng | null,
  language: Language,
  text: Text,
): string {
  const name = raisedBy ? nameIn(language, raisedBy) : ''
  const who = raiserAnnouncement({ name, person: raisedFor && raisedForNameIn(language, raisedFor), isDrill }, language, text)
  const lines = [who, spokenPlace({ latitude, longitude }, me, text), textContent].filter((line) => line !== null && line !== '')
  return cutText(lines.join('\n').trim(), READ_ALOUD_MAX)
}
