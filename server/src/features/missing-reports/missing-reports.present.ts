import type { Match, MissingReport, OwnMissingReport } from '@noroshi/contract/missing-reports/missing-reports.http'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { presentMedia } from '#/features/files/files.service.ts'
import type { MissingReportRow } from './missing-reports.sql.ts'

const presentFacts = (row: MissingReportRow) => ({
  id: row.id,
  name: row.name,
  kana: row.kana,
  birthYear: row.birth_year,
  age: row.age,
  description: row.description,
  lastSeenPlace: row.last_seen_place,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  contact: row.contact,
  photo: row.photo && presentMedia(row.photo),
  createdAt: row.created_at.toISOString(),
})

/** Returns a report as its reporter reads it: without its state, which would tell that a person is in a shelter. */
export const presentOwnReport = (row: MissingReportRow): OwnMissingReport => ({
  ...presentFacts(row),
  isPassedOn: row.passed_on_at !== null,
})

export const presentReport = (row: MissingReportRow, matches: Match[]): MissingReport => ({
  ...presentFacts(row),
  reporter: presentPerson(row.reporter),
  state: row.state,
  decided: row.decided_at && { at: row.decided_at.toISOString(), by: row.decider && presentPerson(row.decider) },
  isPassedOn: row.passed_on_at !== null,
  matches,
})
