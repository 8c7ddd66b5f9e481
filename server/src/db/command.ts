import { createHash } from 'node:crypto'
import { CLIENT_ID_DAYS } from '@noroshi/contract/limits'
import { AppError } from '#/http/errors.ts'
import { newId } from './ids.ts'
import type { Db } from './pool.ts'
import type { Transaction, Tx } from './transaction.ts'

const DAY = 86_400_000

/** The identity of a command that a client may repeat. */
interface CommandKey {
  /** The user who sends the command, or the entity that it changes for any caller. */
  readonly scopeId: string
  /** Feature and verb, such as `post:create`. */
  readonly name: string
  /** The id that the client created for this command. */
  readonly clientId: string
}

interface RecordedCommand extends CommandKey {
  /** The parsed input. The same id with another body is a conflict. */
  readonly body: unknown
}

interface Command extends Omit<RecordedCommand, 'scopeId' | 'clientId'> {
  readonly viewer: { readonly id: string }
  /** Without an id, the command is not recorded. */
  readonly clientId: string | undefined
}

/**
 * Runs a write of a user once, in a transaction. Every write that a client may repeat uses it.
 * @param work - writes the row with this id and returns the reply
 * @param repeated - returns the reply for the row that an earlier command with the same client id wrote
 * @throws conflict (409) when the user sent another body with that client id.
 */
export const command = <Reply>(
  { transaction }: { readonly transaction: Transaction },
  { viewer, name, clientId, body }: Command,
  work: (tx: Tx, id: string) => Promise<Reply>,
  repeated: (tx: Tx, id: string) => Promise<Reply>,
): Promise<Reply> =>
  transaction(async (tx) => {
    const id = newId()
    if (clientId === undefined) return work(tx, id)
    const recordedId = await recordCommand(tx, { scopeId: viewer.id, name, clientId, body }, id)
    return recordedId === null ? work(tx, id) : repeated(tx, recordedId)
  })

/** Returns the hash by which the bodies of two requests are compared. */
export const hashOfBody = (body: unknown): Buffer => createHash('sha256').update(JSON.stringify(body)).digest()

/**
 * Records a command within its transaction. A concurrent transaction with the same command waits.
 * @param resultId - the id of the row that the command writes
 * @returns null for the first command with this key, and the result id of the first command for a repetition
 * @throws conflict (409) when the first command had another body.
 */
export async function recordCommand(
  tx: Tx,
  { scopeId, name, clientId, body }: RecordedCommand,
  resultId: string,
): Promise<string | null> {
  const body_hash = hashOfBody(body)
  const first = await tx
    .insertInto('client_commands')
    .values({ scope_id: scopeId, name, client_id: clientId, body_hash, result_id: resultId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (first.numInsertedOrUpdatedRows === 1n) return null
  const recorded = await findCommand(tx, { scopeId, name, clientId })
  if (!recorded?.result_id || recorded.body_hash?.equals(body_hash) === false) throw new AppError('conflict')
  return recorded.result_id
}

/** Whether a command is recorded, with any body. */
export const isRecorded = async (db: Db, key: CommandKey): Promise<boolean> => (await findCommand(db, key)) !== undefined

const findCommand = (db: Db, { scopeId, name, clientId }: CommandKey) =>
  db
    .selectFrom('client_commands')
    .select(['body_hash', 'result_id'])
    .where('scope_id', '=', scopeId)
    .where('name', '=', name)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

/** Deletes commands that no page repeats without asking its user. */
export const deleteOldCommands = ({ db, now }: { readonly db: Db; readonly now: () => Date }) =>
  db
    .deleteFrom('client_commands')
    .where('created_at', '<', new Date(now().getTime() - CLIENT_ID_DAYS * DAY))
    .execute()
