import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { call } from '../../platform/connection/http.ts'

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** Returns the personal thread with a user; creates it where there is none (specification, section 4). */
export async function openPersonalThread(userId: string) {
  try {
    return await call(threadRoutes.personalWith, { params: { userId } })
  } catch (error) {
    if (!isMissing(error)) throw error
    return call(threadRoutes.startPersonal, { body: { recipient: userId } })
  }
}
