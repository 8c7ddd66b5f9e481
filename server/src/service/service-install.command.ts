import { existsSync } from 'node:fs'
import { CommandError } from '#/command-error.ts'
import { readConfig, settingsIn } from '#/config.ts'
import { runCommand } from '#/run-command.ts'
import { installService } from './install-service.ts'

// npm run service:install
await runCommand(async () => {
  const onlyHere = settingsIn(process.env)
  if (onlyHere.length > 0)
    throw new CommandError(`The service reads its settings from .env only. Write these to it first: ${onlyHere.join(', ')}`)
  if (existsSync('.env')) process.loadEnvFile('.env')
  return installService(readConfig(process.env))
})
