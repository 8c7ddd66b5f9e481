import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from '#/command-error.ts'
import type { Config } from '#/config.ts'
import { unlockKey } from './encryption.ts'
import type { BackupLocation, Unlock } from './stored-backup.ts'
import { BACKUP_NAME } from './target/backup-store.ts'
import { FolderStore } from './target/folder-store.ts'

/** Begins the name of a backup in the bucket of BACKUP_S3_URL. */
const IN_S3 = 's3:'

/**
 * Finds the backup that an argument of a command names: a folder that is complete by itself, a folder in a target, or
 * `s3:` and the name of a backup in BACKUP_S3_URL.
 * @param argument as the operator wrote it
 * @param folder its absolute path
 * @throws CommandError
 */
export async function locateBackup(
  { dataDir, backupS3 }: Pick<Config, 'dataDir' | 'backupS3'>,
  argument: string,
  folder: string,
): Promise<BackupLocation> {
  if (argument.startsWith(IN_S3)) {
    if (backupS3 === null) throw new CommandError('Set BACKUP_S3_URL to the bucket of the backup.')
    const { S3Store } = await import('./target/s3-store.ts')
    return { store: new S3Store(backupS3), folder: argument.slice(IN_S3.length) }
  }
  const name = path.basename(folder)
  const isInTarget = BACKUP_NAME.test(name)
  return { store: await FolderStore.open(isInTarget ? path.dirname(folder) : folder, dataDir), folder: isInTarget ? name : '' }
}

/** Unlocks the key of a backup with BACKUP_PASSPHRASE, or with the passphrase that the operator types. */
export function unlockByOperator(environment: Record<string, string | undefined>): Unlock {
  return async (locked) => unlockKey(locked, environment['BACKUP_PASSPHRASE'] ?? (await askPassphrase()))
}

/** Asks in the terminal. What is typed is not shown. @throws CommandError without a terminal */
async function askPassphrase(): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError('This backup is encrypted. Set BACKUP_PASSPHRASE to its passphrase.')
  process.stderr.write('Passphrase of the backup: ')
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
