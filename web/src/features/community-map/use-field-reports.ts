import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FieldReport } from '@noroshi/contract/community-map/field-report'
import { useNow } from '../../platform/use-now.ts'
import type { Bounds } from '../../ui/map/bounds.ts'
import { hasEnded } from './field-report-texts.ts'
import { fieldReportBoxQuery, fieldReportsQuery } from './field-reports.queries.ts'
import { boxOf } from './map-box.ts'

const WORLD: Bounds = [-180, -90, 180, 90]

interface FieldReports {
  /** undefined: not known. */
  readonly reports: readonly FieldReport[] | undefined
  /** Whether the view may have further reports. */
  readonly isPartial: boolean
  readonly error: Error | null
}

/** Returns the open reports. Those of the view are read too if one reply does not have all. */
export function useFieldReports(view: Bounds | null): FieldReports {
  const now = useNow()
  const all = useQuery(fieldReportsQuery)
  const isPartial = all.data?.isComplete === false
  const inView = useQuery({
    ...fieldReportBoxQuery(view ? boxOf(view) : WORLD),
    enabled: isPartial && view !== null,
    placeholderData: keepPreviousData,
  })
  const reports = useMemo(() => {
    if (!all.data) return undefined
    const byId = new Map<string, FieldReport>()
    for (const report of [...all.data.items, ...(inView.data?.items ?? [])]) {
      const known = byId.get(report.id)
      if (!known || known.version < report.version) byId.set(report.id, report)
    }
    return [...byId.values()].filter((report) => !hasEnded(report, now))
  }, [all.data, inView.data, now])
  return { reports, isPartial: isPartial && inView.data?.isComplete !== true, error: all.error ?? inView.error }
}
