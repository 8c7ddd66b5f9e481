/** The query key of the details of a report. */
export const fieldReportKey = (id: string) => ['fieldReports', 'detail', id] as const
