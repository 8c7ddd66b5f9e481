import type { Need } from '@noroshi/contract/needs/needs.http'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import type { NeedRow } from './needs.sql.ts'

export const presentNeed = (row: NeedRow): Need => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  title: row.title,
  amount: row.amount,
  note: row.note,
  isUrgent: row.is_urgent,
  place: row.place,
  whereabouts: row.whereabouts,
  owner: presentPerson(row.owner),
  claimedBy: row.claimer && presentPerson(row.claimer),
  claimedAt: row.claimed_at?.toISOString() ?? null,
  doneAt: row.done_at?.toISOString() ?? null,
  expiresAt: row.expires_at.toISOString(),
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
