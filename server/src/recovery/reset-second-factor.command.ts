import { existsSync } from 'node:fs'
import { CommandError } from '#/command-error.ts'
import { readConfig } from '#/config.ts'
import { runCommand } from '#/run-command.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

// npm run second-factor:reset -- <email>
if (existsSync('.env')) process.loadEnvFile('.env')

await runCommand(async (signal) => {
  const email = process.argv[2]?.trim().toLowerCase() ?? ''
  if (email === '') throw new CommandError('Usage: npm run second-factor:reset -- <email of the user>')
  const name = await resetSecondFactor(readConfig(process.env), email, signal)
  return `Two-step sign-in is off for ${name} (${email}), who is signed out everywhere and signs in with the password alone.`
})
