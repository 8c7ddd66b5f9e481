import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { createAcknowledgements } from './create-acknowledgements.ts'

/** Of this page. What the unit refuses is not told again; what it did not hear is. */
export const acknowledgements = createAcknowledgements(async (updates) => {
  try {
    await call(messageRoutes.setStatuses, { body: updates })
    return true
  } catch (error) {
    return error instanceof ApiError && error.status < 500
  }
})
