import { existsSync } from 'node:fs'
import { readConfig } from '#/config.ts'
import { runCommand } from '#/run-command.ts'
import { takeOverStorage } from './take-over-storage.ts'

// npm run storage:take-over
if (existsSync('.env')) process.loadEnvFile('.env')

await runCommand(async (signal) => {
  await takeOverStorage(readConfig(process.env), signal)
  return 'The next start takes the S3 folder. Every other server on it deletes no files any more and does not start again.'
})
