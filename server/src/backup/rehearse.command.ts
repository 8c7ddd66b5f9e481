import { existsSync } from 'node:fs'
import { DAMAGED_MAX } from '@noroshi/contract/backups/backups.http'
import { CommandError } from '#/command-error.ts'
import { type Config, readCommandConfig } from '#/config.ts'
import { runCommand } from '#/run-command.ts'
import { locateBackup, unlockByOperator } from './locate-backup.ts'
import { unlockByOwnKey } from './own-key.ts'
import { namedDamage, NoKey, rehearse } from './rehearse.ts'
import { withBackupLock } from './run-backup.ts'
import type { BackupLocation, Unlock } from './stored-backup.ts'
import { recordRehearsal, type RehearsalResult } from './target/backup-target.ts'

// npm run backup:rehearse -- <folder>
if (existsSync('.env')) process.loadEnvFile('.env')

const REASONS = {
  noRoom: 'the disk of the database has no room for a second copy beside the reserve of the server',
  noRight: 'the user of DATABASE_URL may not create a database',
  laterVersion: 'a later version has changed the schema of its database',
  noKey: 'its key is not on this computer',
} as const

await runCommand(async (signal) => {
  const [, , argument] = process.argv
  const { folder, config } = readCommandConfig(process.env, argument)
  if (argument === undefined || folder === null) throw new CommandError('Usage: npm run backup:rehearse -- <folder of a backup>')
  const location = await locateBackup(config, argument, folder)
  const unlock = (locked: Buffer) =>
    unlockByOwnKey(config.dataDir)(locked).catch((error: unknown) => {
      if (error instanceof NoKey) return unlockByOperator(process.env)(locked)
      throw error
    })
  const result = await rehearseAlone(config, location, unlock, signal)
  if (result === null) throw new CommandError('The server makes or rehearses a backup. Repeat the command later.')
  await recordRehearsal(location, result, signal).catch(() => undefined) // a target that can only be read
  if (result.outcome === 'damaged') throw new CommandError(`The backup is damaged: ${damageText(result.damaged)}.`)
  if (result.outcome === 'rehearsed') return 'The backup was restored into a scratch database, and everything is equal.'
  return `All files have their hashes. The backup was not restored, since ${REASONS[result.problem ?? 'noKey']}.`
})

function damageText(damaged: readonly string[]): string {
  const { named, more } = namedDamage(damaged)
  if (more === 0) return named
  const files = more === 1 ? 'file' : 'files'
  return `${named}, and ${damaged.length === DAMAGED_MAX ? 'at least ' : ''}${more} more ${files}`
}

/** Returns null if another process makes or rehearses a backup. */
async function rehearseAlone(config: Config, location: BackupLocation, unlock: Unlock, signal: AbortSignal) {
  let result = null as RehearsalResult | null
  await withBackupLock(config, signal, async ({ url, signal: ending }) => {
    result = await rehearse(config, location, { url, unlock, signal: ending })
  })
  return result as RehearsalResult | null
}
