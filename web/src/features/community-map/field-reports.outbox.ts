import type { fieldReportRoutes } from '@noroshi/contract/community-map/field-reports.http'
import { FIELD_REPORT_HOURS } from '@noroshi/contract/limits'
import { requestTo } from '../../platform/connection/route-request.ts'
import type { SharedCommand } from '../../platform/outbox/shared-command.ts'
import type { NewFieldReport, NewFieldReportAnswer } from './field-reports.payload.ts'

/** `seq` is the time of the observation by the clock of this device, which may have changed meanwhile. */
const ageOf = (seq: number, now: number) => Math.max(0, Math.min(Math.round(now - seq), FIELD_REPORT_HOURS * 3_600_000))

export const fieldReportCommand: SharedCommand<NewFieldReport> = {
  kind: 'fieldReport',
  requestOf: ({ id, seq, payload }, { now }) =>
    requestTo<typeof fieldReportRoutes.create>({
      method: 'POST',
      path: '/field-reports',
      body: { ...payload, ageMs: ageOf(seq, now), clientId: id },
    }),
}

export const fieldReportAnswerCommand: SharedCommand<NewFieldReportAnswer> = {
  kind: 'fieldReportAnswer',
  isContent: false,
  requestOf: ({ seq, payload: { reportId, holds } }, { now }) =>
    requestTo<typeof fieldReportRoutes.answer>({
      method: 'PUT',
      path: '/field-reports/:id/answer',
      params: { id: reportId },
      body: { holds, ageMs: ageOf(seq, now) },
    }),
}
