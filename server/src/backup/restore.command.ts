import { existsSync } from 'node:fs'
import { CommandError } from '#/command-error.ts'
import { readCommandConfig } from '#/config.ts'
import { runCommand } from '#/run-command.ts'
import { restoreBackup } from './restore-backup.ts'
import { contentOf } from './summary.ts'

// npm run restore -- <folder>
if (existsSync('.env')) process.loadEnvFile('.env')

await runCommand(async (signal) => {
  const { folder, config } = readCommandConfig(process.env, process.argv[2])
  if (folder === null) throw new CommandError('Usage: npm run restore -- <folder of a backup>')
  const manifest = await restoreBackup(config, folder, signal)
  return `Restored the backup of ${manifest.takenAt}: ${contentOf(manifest)}. Start the server now.`
})
