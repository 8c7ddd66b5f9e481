import type { z } from 'zod'
import { missingReportRoutes } from '@noroshi/contract/missing-reports/missing-reports.http'
import { call } from '../../platform/connection/http.ts'
import { useChange } from '../../ui/states/use-change.ts'
import { missingReportsKey, ownReportsQuery } from './missing-reports.queries.ts'

interface NewReport {
  readonly form: z.input<typeof missingReportRoutes.create.form>
  readonly photo: File | null
}

/** Reports a missing person. A repetition with the same client id reports once. */
export const useReportMissing = () =>
  useChange(
    ({ form, photo }: NewReport) =>
      call(missingReportRoutes.create, { form, files: photo ? [{ field: 'files', file: photo, name: photo.name }] : [] }),
    (cache) => cache.invalidateQueries({ queryKey: ownReportsQuery.queryKey }),
    'missingReport.sent',
  )

/** Withdraws an own report. */
export const useWithdrawReport = () =>
  useChange(
    (id: string) => call(missingReportRoutes.withdraw, { params: { id } }),
    (cache) => cache.invalidateQueries({ queryKey: ownReportsQuery.queryKey }),
    'missingReport.withdrawn',
  )

/** Changes the state of a report. */
export const useDecideReport = (id: string) =>
  useChange(
    (body: z.input<typeof missingReportRoutes.decide.body>) => call(missingReportRoutes.decide, { params: { id }, body }),
    (cache) => cache.invalidateQueries({ queryKey: missingReportsKey }),
    'missingReport.saved',
  )
