import { useSyncExternalStore } from 'react'
import { FieldReport } from '@noroshi/contract/community-map/field-report'
import { EmptyReply } from '@noroshi/contract/define'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { applyAsEvent } from '../../platform/connection/live.ts'
import { changeCache } from '../../platform/connection/query-cache.ts'
import { newId } from '../../platform/ids.ts'
import { text } from '../../platform/language/i18n.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { sendEntry } from '../../platform/outbox/send-entry.ts'
import { sessionUserId } from '../../platform/session/session.ts'
import { defineUnsent } from '../../shared/chat/define-unsent.ts'
import { toastError } from '../../ui/states/toast.tsx'
import { fieldReportAnswerCommand, fieldReportCommand } from './field-reports.outbox.ts'
import { NewFieldReport, NewFieldReportAnswer } from './field-reports.payload.ts'
import { fieldReportKey } from './field-report-key.ts'
import { fieldReportName } from './field-report-texts.ts'

/** All reports have one lane and belong to the map. */
const MAP = 'map'

export const unsentFieldReports = defineUnsent({
  command: fieldReportCommand,
  payload: NewFieldReport,
  reply: FieldReport,
  title: 'fieldReports.newTitle',
  textOf: (report) => [fieldReportName(report, text), report.note].filter(Boolean).join('\n'),
  ofId: () => MAP,
  laneOf: () => 'field reports',
  receive: (cache, report) => applyAsEvent(cache, 'field-reports:updated', report),
  sent: () => 'fieldReports.sent',
  refused: () => 'fieldReports.notAdded',
})

/** Returns the user's reports that are not sent yet, the oldest first. */
export const useUnsentFieldReports = () => unsentFieldReports.useEntries(MAP)

const answers = outbox.register<NewFieldReportAnswer, { ok: true }>({
  ...fieldReportAnswerCommand,
  payload: NewFieldReportAnswer,
  send: (entry, options) => sendEntry(fieldReportAnswerCommand, EmptyReply, entry, options),
  // The events change the lists; the own answer is in the details only.
  onSent: (_reply, { payload: { reportId } }) =>
    changeCache((cache) => void cache.invalidateQueries({ queryKey: fieldReportKey(reportId) })),
  onRefused: (error) => toastError(text('fieldReports.notAnswered'), error instanceof ApiError ? error.message : undefined),
})

const unsentTo = (id: string) => answers.entries().filter(({ payload, state }) => payload.reportId === id && state !== 'failed')

/** Confirms or denies a report. It replaces an unsent answer to the same report. */
export function answerFieldReport(reportId: string, holds: boolean): void {
  const ownerId = sessionUserId()
  if (ownerId === null) return
  const replaced = unsentTo(reportId).filter(({ state }) => state !== 'sending')
  void answers.enqueue({ id: newId(), lane: `field report ${reportId}`, ownerId, payload: { reportId, holds } })
  for (const { id } of replaced) outbox.discard(id)
}

/** Returns the answer to a report that is not sent yet; null: none. */
export const useUnsentFieldReportAnswer = (reportId: string): boolean | null =>
  useSyncExternalStore(outbox.subscribe, () => unsentTo(reportId).at(-1)?.payload.holds ?? null)
