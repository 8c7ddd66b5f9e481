import { z } from 'zod'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { newId } from '../../platform/ids.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { sendEntry } from '../../platform/outbox/send-entry.ts'
import { signOutCommand } from './accounts.outbox.ts'

const signOuts = outbox.register({
  ...signOutCommand,
  payload: z.object({ token: z.string() }),
  send: (entry, options) => sendEntry(signOutCommand, accountRoutes.signOut.reply, entry, options),
})

/**
 * Ends a session on the server as soon as it can be reached, also by a later page or by the service worker. The token
 * is stored before this returns, and deleted when the server has replied.
 */
export const endSessionLater = (token: string) =>
  void signOuts.enqueue({ id: newId(), lane: 'sign-out', ownerId: null, payload: { token } })
