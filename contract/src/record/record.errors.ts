/** The HTTP status of each error code. */
export const recordErrors = { 'record.notFound': 404 } as const
