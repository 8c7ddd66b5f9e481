import { ApiError } from '../../platform/http-errors.ts'

/** What the unit found wrong, at its fields; the toast says it as a whole. */
export const fieldErrors = (error: Error): Record<string, string> =>
  error instanceof ApiError ? Object.fromEntries(error.issues.map(({ path, message }) => [path, message])) : {}
