import type { FieldReport } from '@noroshi/contract/community-map/field-report'
import type { FieldReportDetail } from '@noroshi/contract/community-map/field-reports.http'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import type { FieldReportDetailRow, FieldReportRow } from './field-reports.sql.ts'

export const presentFieldReport = (row: FieldReportRow): FieldReport => ({
  id: row.id,
  subject: row.subject,
  state: row.state,
  latitude: row.latitude,
  longitude: row.longitude,
  confirmedAt: row.confirmed_at.toISOString(),
  version: row.version,
})

export const presentFieldReportDetail = (row: FieldReportDetailRow): FieldReportDetail => ({
  ...presentFieldReport(row),
  note: row.note,
  owner: presentPerson(row.owner),
  confirmations: row.confirmations,
  denials: row.denials,
  ownAnswer: row.own_answer,
  createdAt: row.created_at.toISOString(),
})
