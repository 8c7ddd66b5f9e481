import { existsSync } from 'node:fs'
import path from 'node:path'
import { CommandError } from '#/command-error.ts'
import { readCommandConfig } from '#/config.ts'
import { runCommand } from '#/run-command.ts'
import { confirmByWord } from './confirm-by-word.ts'
import { locateBackup, unlockByOperator } from './locate-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { contentOf } from './summary.ts'

// npm run restore -- <folder> [--replace]
if (existsSync('.env')) process.loadEnvFile('.env')

await runCommand(async (signal) => {
  const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
  const [argument] = process.argv.slice(2).filter((one) => !options.includes(one))
  const { folder, config } = readCommandConfig(process.env, argument)
  if (argument === undefined || folder === null || options.some((option) => option !== '--replace'))
    throw new CommandError('Usage: npm run restore -- <folder of a backup> [--replace]')
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  let deleted = ''
  const replacement = {
    folder: path.join(config.dataDir, `replaced-${time}`),
    confirm: (lines: readonly string[]) => confirmByWord(lines, 'replace', signal),
    report: (line: string) => void (deleted = ` ${line}`),
  }
  const location = await locateBackup(config, argument, folder)
  const unlock = unlockByOperator(process.env)
  const manifest = await restoreBackup(config, location, unlock, signal, options.length > 0 ? replacement : null)
  const moved = options.length > 0 ? ` The data from before are in ${replacement.folder}.` : ''
  return `Restored the backup of ${manifest.takenAt}: ${contentOf(manifest)}.${moved}${deleted} Start the server now.`
})
