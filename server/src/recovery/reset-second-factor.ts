import { InterruptedError, withServerUrl } from '#/backup/server-database.ts'
import { CommandError } from '#/command-error.ts'
import type { Config } from '#/config.ts'
import { readHighestId } from '#/db/ids.ts'
import { isOutcomeUnknown, openDb } from '#/db/pool.ts'
import { createTransaction, type JournalWriter } from '#/db/transaction.ts'
import { resetSecondFactorOnServer } from '#/features/accounts/sessions/second-factor.service.ts'

/** The readers of a running server find the events by themselves within a second. */
const NO_READERS: JournalWriter = { wake: () => undefined, applied: async () => undefined }

const LOST =
  'The connection to the database was lost. Repeat the command when the server is ready. If it then says that two-step sign-in is not turned on, it was turned off already.'

/**
 * Turns off the second factor of a user who lost it, ends their sessions and adds an audit entry. The server may run.
 * @param email in lower case
 * @returns the full name of the user
 * @throws CommandError for an unknown user, and for one without a second factor: nothing changes then. Also when the connection
 * is lost or a server starts: it is unknown whether the second factor is turned off.
 */
export async function resetSecondFactor(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  email: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await withServerUrl(config, signal, (url) => reset(url, email))
  } catch (error) {
    if (!(error instanceof InterruptedError) && !isOutcomeUnknown(error)) throw error
    throw new CommandError(LOST, { cause: error })
  }
}

async function reset(url: string, email: string): Promise<string> {
  const db = openDb(url, 1)
  try {
    await readHighestId(db)
    const result = await createTransaction(db, NO_READERS)((tx) => resetSecondFactorOnServer(tx, email))
    if (result === 'unknown') throw new CommandError(`No user has the email ${email}.`)
    if (result === 'off') throw new CommandError(`Two-step sign-in is not turned on for ${email}.`)
    return result.name
  } finally {
    await db.destroy()
  }
}
