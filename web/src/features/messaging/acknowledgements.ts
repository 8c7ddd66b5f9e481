import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { createAcknowledgements } from './create-acknowledgements.ts'

/** Sends the acknowledgements of this page. A batch is retried after a network or server error, but not after a refusal (4xx). */
export const acknowledgements = createAcknowledgements(async (updates) => {
  try {
    await call(messageRoutes.setStatuses, { body: updates })
    return true
  } catch (error) {
    return error instanceof ApiError && error.status < 500
  }
})
