import { can } from '@noroshi/contract/abilities'
import type {
  AskedPerson,
  RollCall,
  RollCallAnswer,
  RollCallDependant,
  RollCallForViewer,
} from '@noroshi/contract/roll-calls/roll-calls'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { presentMedia } from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import type { AskedRow } from './asked-people.sql.ts'
import type { StateRow } from './person-states.sql.ts'
import type { DependantRow } from './roll-call-people.sql.ts'
import type { RollCallRow } from './roll-calls.sql.ts'

export const presentCounts = (row: RollCallRow): RollCall['counts'] => ({
  asked: row.asked,
  reached: row.reached,
  seen: row.seen,
  safe: row.safe,
  injured: row.injured,
  needHelp: row.need_help,
})

/** The part of a roll-call that is the same for all readers. Events carry it. */
export const presentRollCall = (row: RollCallRow, isKeeper: boolean): RollCall => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
  askedBy: presentPerson(row.asker),
  template: row.template,
  title: row.title,
  text: row.text,
  isUrgent: row.is_urgent,
  isDrill: row.is_drill,
  audience: {
    kind: row.audience,
    // A group is not for the members of another one.
    groups: (isKeeper ? row.thread_ids : []).map((threadId, index) => ({ threadId, name: row.group_names[index] ?? '' })),
    alertId: row.alert_id,
    area: isKeeper ? row.area : null,
  },
  questions: [...row.questions],
  closedAt: row.closed_at?.toISOString() ?? null,
  endText: row.end_text,
  counts: presentCounts(row),
  countsVersion: row.counts_version,
})

export const presentAnswer = (row: StateRow): RollCallAnswer => ({
  id: row.id,
  state: row.state,
  source: row.source,
  answeredBy: row.sayer && presentPerson(row.sayer),
  answeredAt: new Date(row.said_at).toISOString(),
  note: row.note,
  place: row.place,
  location:
    row.latitude === null || row.longitude === null
      ? null
      : { latitude: row.latitude, longitude: row.longitude, accuracy: row.accuracy },
  companions: row.companions,
  stayingAt: row.staying_at,
  chosenPlace: row.chosen_place,
  replies: [...row.replies],
  ...(row.photo && { photo: presentMedia(row.photo) }),
})

export const presentDependant = ({ answer, ...row }: DependantRow): RollCallDependant => ({
  ...row,
  answer: answer && presentAnswer(answer),
})

/** Returns the facts for the rights of a viewer. @param administered the groups that the viewer administers */
export const factsOf = (row: RollCallRow, viewer: SignedIn, administered: readonly string[]) => ({
  kind: row.audience,
  isAsked: row.is_asked,
  isAsker: row.asker.id === viewer.id,
  isGroupAdmin: row.audience === 'groups' && row.thread_ids.every((id) => administered.includes(id)),
})

export function presentForViewer(row: RollCallRow, viewer: SignedIn, administered: readonly string[]): RollCallForViewer {
  const isKeeper = can(viewer, 'rollCall:keep', factsOf(row, viewer, administered))
  const seenAt = row.my_seen_at?.toISOString() ?? null
  const answer = row.my_state && presentAnswer(row.my_state)
  return {
    ...presentRollCall(row, isKeeper),
    viewer: {
      isAsked: row.is_asked,
      seenAt,
      answer,
      version: row.my_version,
      isKeeper,
      ...(row.my_dependants && { dependants: row.my_dependants.map(presentDependant) }),
    },
  }
}

/** A dependant has no account, and only one name. */
const personOfDependant = ({ id, name }: AskedRow) => ({ id, firstName: name, lastName: '', fullName: name, avatarUrl: null })

export const presentAsked = (row: AskedRow): AskedPerson => ({
  person: row.person ? presentPerson(row.person) : personOfDependant(row),
  ...(row.guardian && { dependant: { kind: row.kind, guardian: presentPerson(row.guardian) } }),
  reachedAt: row.reached_at?.toISOString() ?? null,
  seenAt: row.seen_at?.toISOString() ?? null,
  state: row.state,
  answer: row.answer && presentAnswer(row.answer),
  answerCount: row.answer_count,
})
