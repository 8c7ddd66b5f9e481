import { useMutation } from '@tanstack/react-query'
import { IMPORT_BATCH_MAX, invitationImportRoutes, type RecipientStatus } from '@noroshi/contract/accounts/invitation-import.http'
import { call } from '../../../platform/connection/http.ts'
import type { Person } from './csv-people.ts'

/** Milliseconds that the server may take for a batch with mails. */
const BATCH_TIMEOUT_MS = 120_000

const recipientOf = ({ firstName, lastName, email }: Person) => ({ firstName, lastName, email: email === '' ? null : email })

/** The facts of the server about the people of a file, by the number of the row. */
export interface CheckedPeople {
  readonly sendsMail: boolean
  readonly statuses: ReadonlyMap<number, RecipientStatus>
}

async function checkPeople(people: readonly Person[]): Promise<CheckedPeople> {
  const statuses = new Map<number, RecipientStatus>()
  let sendsMail = false
  for (let begin = 0; begin < people.length; begin += IMPORT_BATCH_MAX) {
    const batch = people.slice(begin, begin + IMPORT_BATCH_MAX)
    const reply = await call(invitationImportRoutes.check, { body: { items: batch.map(recipientOf) } })
    sendsMail = reply.sendsMail
    for (const [index, { number }] of batch.entries()) statuses.set(number, reply.items[index] ?? 'free')
  }
  return { sendsMail, statuses }
}

/** Asks the server in batches who is a member or invited. */
export const useCheckPeople = () => useMutation({ gcTime: 0, mutationFn: checkPeople })

export const sendBatch = (body: Parameters<typeof call<typeof invitationImportRoutes.create>>[1]['body']) =>
  call(invitationImportRoutes.create, { body, timeoutMs: BATCH_TIMEOUT_MS })
