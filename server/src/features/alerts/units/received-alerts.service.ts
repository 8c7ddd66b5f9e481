import { z } from 'zod'
import { nameIn } from '@noroshi/contract/accounts/person-name'
import { AlertKind, AlertSeverity, CLOSE_NOTE_MAX, CloseReason } from '@noroshi/contract/alerts/handling'
import { Uuid } from '@noroshi/contract/define'
import { ALERT_REPEAT_MINUTES } from '@noroshi/contract/limits'
import { newId, timeOfId } from '#/db/ids.ts'
import type { Tx } from '#/db/transaction.ts'
import { personOf, withoutPerson } from '#/features/accounts/people/authors.service.ts'
import { nameParts } from '#/features/accounts/people/people.service.ts'
import { note } from '#/features/units/sync-context.service.ts'
import {
  isLater,
  isOwnChange,
  locationIn,
  ReceivedCount,
  ReceivedLocation,
  ReceivedText,
  ReceivedTime,
  Stamp,
  stampOf,
} from '#/features/units/stamp.service.ts'
import { type Arrival, defineSyncKind, deletionErasure, type Origin } from '#/features/units/sync-kind.service.ts'
import { deleteAlertWithin } from '../alert-deletion.service.ts'
import { presentAlert, presentAlertChange } from '../alerts.present.ts'
import { alertGroupRoom, roomsOfAlert } from '../alerts.rooms.ts'
import { alertById } from '../alerts.sql.ts'
import { emitHandling } from '../handling/decisions.service.ts'
import { updateHandling } from '../handling/handling.sql.ts'
import { BUILT_IN_GROUP } from '../groups/alert-groups-admin.sql.ts'
import {
  audienceHere,
  clockOffset,
  insertReceivedAlert,
  isNameTaken,
  isRemoved,
  noteSharedAlerts,
  noteSharedGroups,
  removedAlerts,
  saveRemoval,
  sharedAlerts,
  type SharedAlertRow,
  sharedGroups,
  storedAlert,
  storedGroup,
  updateReceivedAlert,
  writeReceivedGroup,
} from './received-alerts.sql.ts'

const MINUTE = 60_000
/** Milliseconds since an alert was raised after which it sounds no alarm where it arrives. */
const LATE_MS = 60 * MINUTE
/** Max groups of an alert, and characters of the name of a person who needs help. */
const GROUPS_MAX = 1000
const NAME_MAX = 300
/** Max groups of one name that come from other units. */
const SAME_NAMES_MAX = 1000

/** Whether the unit that signed a record is the home of a row. @param home null: this unit */
const isOfHome = (home: string | null, { unitId, selfId }: Origin): boolean => (home ?? selfId) === unitId

/** Returns the home of what a unit wrote, as it is stored: null for this unit. */
const homeOfOrigin = ({ unitId, selfId }: Origin): string | null => (unitId === selfId ? null : unitId)

const GroupRecord = Stamp.extend({
  id: Uuid,
  name: ReceivedText,
  createdAt: ReceivedTime,
  deletedAt: ReceivedTime.nullable(),
})

/** Alert groups of all units. Only the unit that created a group changes it. Each unit chooses its members there. */
export const alertGroupKind = defineSyncKind({
  name: 'alertGroup',
  schema: GroupRecord,
  read: async (db, keys) =>
    (await sharedGroups(db, keys)).map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: row.created_at.toISOString(),
      deletedAt: row.deleted_at?.toISOString() ?? null,
      ...stampOf(row),
    })),
  noteAll: noteSharedGroups,
  changeOf: ({ changed }) => changed,
  receive: async (tx, record, origin) => {
    const stored = await storedGroup(tx, record.id)
    // 'Everyone' is of each unit. Another unit never gets the members of a group that stays at this one; a backup of this unit may
    // be from before its group was shared.
    const isKept = stored !== undefined && stored.scope !== 'group' && origin.unitId !== origin.selfId
    if (record.id === BUILT_IN_GROUP || isKept || (stored && !isOfHome(stored.home_unit, origin))) return false
    if (!isOwnChange(record, origin)) return false
    // A group that was deleted for this unit alone does not return.
    if (stored?.deleted_at != null && record.deletedAt === null) return true
    if (!isLater(record, stored)) return true
    await writeReceivedGroup(tx, {
      id: record.id,
      name: record.deletedAt === null ? await freeName(tx, record.id, record.name) : record.name,
      created_at: record.createdAt,
      deleted_at: record.deletedAt,
      scope: 'group',
      home_unit: homeOfOrigin(origin),
      changed: record.changed,
      changed_by: record.changedBy,
    })
    tx.emit('membership:changed', [alertGroupRoom(record.id)], {})
    return true
  },
})

/** Returns the name of a received group. Names are unique at each unit. */
async function freeName(tx: Tx, id: string, name: string): Promise<string> {
  for (let number = 1; number < SAME_NAMES_MAX; number++) {
    const numbered = number === 1 ? name : `${name} (${number})`
    if (!(await isNameTaken(tx, id, numbered))) return numbered
  }
  return `${name} (${id})`
}

const AlertContent = ReceivedLocation.extend({
  /** null: the raiser is anonymous. Nothing about the source leaves a unit. */
  raisedBy: Uuid.nullable(),
  /** The name of the person who needs help, '' if it is not known; null: the raiser. */
  raisedForName: z.string().max(NAME_MAX).nullable(),
  accuracy: z.number().nullable(),
  text: ReceivedText,
  groupIds: z.array(Uuid).max(GROUPS_MAX),
  recipients: ReceivedCount,
  // Values of later versions are left out: the alarm matters more.
  kind: AlertKind.nullable().catch(null),
  severity: AlertSeverity.nullable().catch(null),
  closeReason: CloseReason.nullable().catch(null),
  closeNote: z.string().max(CLOSE_NOTE_MAX).catch(''),
  resolvedBy: Uuid.nullable(),
  resolvedAt: ReceivedTime.nullable(),
  createdAt: ReceivedTime,
  /** When administrators released an alert of a muted source: its alarm began then. */
  releasedAt: ReceivedTime.nullable(),
})
type AlertContent = z.output<typeof AlertContent>

/** `content` is null for a deleted alert. */
const AlertRecord = Stamp.extend({ id: Uuid, deletedAt: ReceivedTime.nullable(), content: AlertContent.nullable() })
type AlertRecord = z.output<typeof AlertRecord>

const contentOf = (row: SharedAlertRow) => ({
  raisedBy: row.raised_by,
  raisedForName: row.raised_for && nameOf(row.raised_for),
  latitude: row.latitude,
  longitude: row.longitude,
  accuracy: row.accuracy,
  text: row.text_content,
  groupIds: [...row.group_ids],
  recipients: row.recipient_count,
  kind: row.kind,
  severity: row.severity,
  closeReason: row.close_reason,
  closeNote: row.close_note ?? '',
  resolvedBy: row.resolved_by,
  resolvedAt: row.resolved_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  releasedAt: row.released_at?.toISOString() ?? null,
})

const nameOf = ({ person, name }: NonNullable<SharedAlertRow['raised_for']>): string =>
  person === null ? name : nameIn('ja', nameParts(person)) // the family name first where the script is Japanese

/**
 * Alerts to groups of all units. Only the unit at which an alert was raised changes, resolves and deletes it, so that no other one
 * can silence it. Files, the chat, notes and assignments stay at each unit.
 */
export const alertKind = defineSyncKind({
  name: 'alert',
  schema: AlertRecord,
  read: async (db, keys) => [
    ...(await sharedAlerts(db, keys)).map((row) => ({ id: row.id, deletedAt: null, content: contentOf(row), ...stampOf(row) })),
    ...(await removedAlerts(db, keys)).map(({ key, ...row }) => ({
      id: key,
      deletedAt: new Date(row.changed).toISOString(),
      content: null,
      ...stampOf(row),
    })),
  ],
  noteAll: noteSharedAlerts,
  changeOf: ({ id, changed, content }) => Math.max(changed, timeOfId(id), content?.createdAt.getTime() ?? 0),
  erasure: deletionErasure,
  receive: async (tx, record, origin) => {
    const stored = await storedAlert(tx, record.id)
    if (!isOwnChange(record, origin)) return false
    if (stored && (stored.scope !== 'group' || !isOfHome(stored.home_unit, origin))) return false
    const { content } = record
    if (content === null || record.deletedAt !== null) return removeReceived(tx, record)
    if (await isRemoved(tx, record.id, origin.unitId)) return true
    if (stored === undefined) return insertReceived(tx, record, content, origin)
    if (isLater(record, stored)) await changeReceived(tx, record, content, origin, stored.resolved_at)
    return true
  },
})

async function removeReceived(tx: Tx, { id, changed, changedBy }: AlertRecord): Promise<boolean> {
  const row = await alertById(tx, id, null)
  if (row) await deleteAlertWithin(tx, row) // the clean-up deletes the bytes of its files
  await saveRemoval(tx, id, { changed, changed_by: changedBy })
  return true
}

/** The columns that a record changes. */
const columnsOf = (record: AlertRecord, content: AlertContent, resolver: string | null) => ({
  ...locationIn(content),
  accuracy: content.accuracy,
  text_content: content.text,
  resolved_at: content.resolvedAt,
  resolved_by: content.resolvedAt && resolver,
  released_at: content.releasedAt,
  updated_at: new Date(record.changed),
  changed: record.changed,
  changed_by: record.changedBy,
})

const resolverOf = async (tx: Tx, { resolvedBy }: AlertContent, origin: Origin): Promise<string | null> =>
  resolvedBy === null ? null : ((await personOf(tx, resolvedBy, origin)) ?? null)

/**
 * Returns the milliseconds since something happened at another unit, by the clock of this one. A unit without a battery may have a
 * wrong clock; the last link showed by how much.
 */
const ageOf = async (tx: Tx, at: Date, { unitId, now }: Arrival): Promise<number> =>
  now.getTime() - at.getTime() + (await clockOffset(tx, unitId))

/** Stores an alert that came from its home unit, and alarms its audience here unless it is resolved or late. */
async function insertReceived(tx: Tx, record: AlertRecord, content: AlertContent, origin: Arrival): Promise<boolean | 'missing'> {
  const { id } = record
  const raiser = content.raisedBy === null ? null : await personOf(tx, content.raisedBy, origin)
  if (raiser === undefined || (raiser === null && content.raisedBy !== null)) return withoutPerson(raiser)
  const { group_ids: groupIds, count } = await audienceHere(tx, content.groupIds)
  const age = await ageOf(tx, content.releasedAt ?? content.createdAt, origin)
  const isLate = age > LATE_MS
  const home = homeOfOrigin(origin)
  await insertReceivedAlert(
    tx,
    {
      id,
      thread_id: newId(),
      raised_by: raiser,
      for_other: content.raisedForName !== null,
      for_name: content.raisedForName ?? '',
      recipient_count: count,
      unit_recipients: JSON.stringify(home === null ? {} : { [home]: content.recipients }),
      scope: 'group',
      home_unit: home,
      arrived_at: origin.now,
      is_late: isLate,
      // Its alarm is repeated from its arrival.
      repeat_step: isLate ? ALERT_REPEAT_MINUTES.length : 0,
      is_outcome_recorded: true,
      created_at: content.createdAt,
      ...columnsOf(record, content, await resolverOf(tx, content, origin)),
    },
    groupIds,
  )
  await saveHandling(tx, record, content)
  if (home !== null) await note(tx, 'alertReach', id)
  const row = await alertById(tx, id, null)
  if (row === undefined) return false
  if (isLate || row.resolved_at !== null) tx.emit('alert:list_changed', roomsOfAlert(row), {})
  else tx.emit('alert:new_alert', roomsOfAlert(row), presentAlert(row))
  return true
}

async function changeReceived(
  tx: Tx,
  record: AlertRecord,
  content: AlertContent,
  origin: Arrival,
  resolvedBefore: Date | null,
): Promise<void> {
  const { id } = record
  await updateReceivedAlert(tx, id, columnsOf(record, content, await resolverOf(tx, content, origin)))
  if (await saveHandling(tx, record, content)) await emitHandling(tx, id)
  const row = await alertById(tx, id, null)
  if (row === undefined) return
  const event = resolvedBefore === null && row.resolved_at !== null ? 'alert:resolved' : 'alert:existing_alert'
  tx.emit(event, roomsOfAlert(row), presentAlertChange(row, row.medias))
  const isReopened = resolvedBefore !== null && row.resolved_at === null && !row.is_late
  if (isReopened && (await ageOf(tx, new Date(record.changed), origin)) <= LATE_MS)
    tx.emitInternal('alert:reopened', { alertId: id })
}

/** Stores what the home unit decided about an alert. @returns whether something changed */
async function saveHandling(tx: Tx, { id, changed }: AlertRecord, content: AlertContent): Promise<boolean> {
  const { kind, severity, closeReason: close_reason, closeNote: close_note } = content
  const before = (await alertById(tx, id, null))?.handling
  const isSame =
    (before?.kind ?? null) === kind &&
    (before?.severity ?? null) === severity &&
    (before?.close_reason ?? null) === close_reason &&
    (before?.close_note ?? '') === close_note
  if (!isSame) await updateHandling(tx, id, { kind, severity, close_reason, close_note }, new Date(changed))
  return !isSame
}
