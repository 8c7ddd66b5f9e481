import type { AlertHandling } from '@noroshi/contract/alerts/handling'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import type { HandlingColumns } from './handling.sql.ts'

/** The decisions about an alert, for its readers with a session. */
export const presentHandling = (row: HandlingColumns): AlertHandling => ({
  kind: row.kind,
  severity: row.severity,
  reportedStage: row.reported_stage,
  assignee: row.user ? { user: presentPerson(row.user), group: null } : row.group && { user: null, group: row.group },
  duplicateOf: row.duplicate_of,
  closeReason: row.close_reason,
  closeNote: row.close_note,
  changedAt: new Date(row.changed_at).toISOString(),
  version: row.version,
})

/** The same for the device of the anonymous raiser: what it may set itself. */
export const presentOwnHandling = (row: HandlingColumns): AlertHandling => ({
  ...presentHandling(row),
  reportedStage: null,
  assignee: null,
  duplicateOf: null,
  closeReason: null,
  closeNote: '',
})
