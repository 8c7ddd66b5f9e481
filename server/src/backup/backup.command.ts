import { existsSync } from 'node:fs'
import { CommandError } from '#/command-error.ts'
import { readCommandConfig } from '#/config.ts'
import { runCommand } from '#/run-command.ts'
import { createBackup } from './create-backup.ts'
import { beginPlainBackup } from './plain-folder.ts'
import { contentOf } from './summary.ts'

// npm run backup -- <folder>
if (existsSync('.env')) process.loadEnvFile('.env')

await runCommand(async (signal) => {
  const { folder, config } = readCommandConfig(process.env, process.argv[2])
  if (folder === null) throw new CommandError('Usage: npm run backup -- <new folder>')
  const begin = (ending: AbortSignal) => beginPlainBackup(folder, config.dataDir, ending)
  const { manifest } = await createBackup(config, begin, signal, (text) => console.error(text))
  if (manifest.missing.length > 0)
    console.error(`Warning: uploaded files are missing in ${config.dataDir}/files: ${manifest.missing.length}.`)
  return `Backup in ${folder}: ${contentOf(manifest)}`
})
