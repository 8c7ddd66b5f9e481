import { fieldReportRoutes } from '@noroshi/contract/community-map/field-reports.http'
import { call } from '../../platform/connection/http.ts'
import { applyAsEvent } from '../../platform/connection/live.ts'
import { useChange } from '../../ui/states/use-change.ts'

export const useRemoveFieldReport = () =>
  useChange(
    async (id: string) => ({ id, ...(await call(fieldReportRoutes.remove, { params: { id } })) }),
    (cache, { id, version }) => applyAsEvent(cache, 'field-reports:removed', { id, version }),
    'fieldReports.removed',
  )
