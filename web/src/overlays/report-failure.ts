import { ApiError } from '../platform/http-errors.ts'
import { text } from '../platform/i18n.ts'
import { toastError } from '../ui/toast.tsx'

/** Shows the server's message of a command that failed. */
export const reportFailure = (error: unknown): void =>
  toastError((error instanceof ApiError && error.message) || text('messages.unknownError'))
