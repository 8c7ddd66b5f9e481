import { ApiError } from '../platform/connection/http-errors.ts'
import { text } from '../platform/language/i18n.ts'
import { toastError } from '../ui/states/toast.tsx'

/** Shows the server's message of a command that failed. */
export const reportFailure = (error: unknown): void =>
  toastError((error instanceof ApiError && error.message) || text('messages.unknownError'))
