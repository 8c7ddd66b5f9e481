import type { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { SharedCommand } from '../../platform/outbox/shared-command.ts'
import { requestTo } from '../../platform/connection/route-request.ts'

/** Ends a session on the server. The token is not that of the session with which the request is sent. */
export const signOutCommand: SharedCommand<{ readonly token: string }> = {
  kind: 'signOut',
  isContent: false,
  requestOf: ({ payload }) =>
    requestTo<typeof accountRoutes.signOut>({ method: 'POST', path: '/auth/sign-out', body: { accessToken: payload.token } }),
}
