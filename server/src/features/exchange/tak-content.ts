import type { PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import { nameIn } from '@noroshi/contract/accounts/person-name'
import { textIn } from '@noroshi/contract/texts'
import type { ExportedAlert } from '#/features/alerts/exported-alerts.service.ts'
import { capTexts } from './cap-document.ts'
import { type CotObject, NOROSHI_UIDS } from './cot-event.ts'
import { contentOf, isInFeed, type UnitFacts } from './feed-content.ts'
import type { TakServerRow } from './tak.sql.ts'

/** A point that a person has set, so that no TAK client takes an alert for the position of a team. */
const ALERT_TYPE = 'b-m-p-s-m'
/** Neutral, on the ground. */
const PERSON_TYPE = 'a-n-G'

/** The start of the names of this connection's objects at the TAK server. */
export const uidPrefix = ({ id }: Pick<TakServerRow, 'id'>): string => `${NOROSHI_UIDS}${id}-`

/** Returns the name of an alert at the TAK server. */
export const alertUid = (server: Pick<TakServerRow, 'id'>, alertId: string): string => `${uidPrefix(server)}alert-${alertId}`

const markedName = (name: string, status: CotObject['status'], { language }: UnitFacts): string =>
  status === 'Actual' ? name : textIn(language, status === 'Exercise' ? 'tak.exercise' : 'tak.test', { name })

/** Returns an active alert as an object of the TAK server; null for one that does not leave or has no location. */
export function cotAlert(exported: ExportedAlert, server: TakServerRow, unit: UnitFacts): CotObject | null {
  const setting = { ...server, includes_locations: true, group_ids: null }
  if (exported.alert.resolvedAt !== null || !isInFeed(exported, setting)) return null
  const content = contentOf(exported, setting, unit)
  const { latitude, longitude, accuracy, status, text, severity, stage } = content
  if (latitude === null || longitude === null) return null
  const severityText = severity === null ? '' : textIn(unit.language, `alerts.severity.${severity}`)
  return {
    uid: alertUid(server, exported.alert.id),
    type: ALERT_TYPE,
    how: 'h-e',
    status,
    name: markedName(capTexts(content).headline, status, unit),
    remarks: [severityText, textIn(unit.language, `alerts.stage.${stage}`), text ?? '', unit.name]
      .filter((line) => line !== '')
      .join('\n'),
    latitude,
    longitude,
    accuracy,
    startsAt: new Date(content.onset),
  }
}

/** Returns a person who consents as an object of the TAK server. @param uid the random name of the consent */
export function cotPerson(person: PersonPosition, uid: string, server: TakServerRow, unit: UnitFacts): CotObject {
  const status = server.is_test ? 'Test' : 'Actual'
  const name = server.includes_names ? nameIn(unit.language, person) : textIn(unit.language, 'tak.person')
  return {
    uid: `${uidPrefix(server)}person-${uid}`,
    type: PERSON_TYPE,
    how: 'm-g',
    status,
    name: markedName(name, status, unit),
    remarks: unit.name,
    latitude: person.latitude,
    longitude: person.longitude,
    accuracy: person.accuracy,
    startsAt: new Date(person.at),
  }
}
