import { CommandError } from '#/command-error.ts'
import { runCommand } from '#/run-command.ts'
import { refusalOf } from './install-hotspot.ts'
import { removeHotspot } from './remove-hotspot.ts'

// npm run hotspot:remove
await runCommand(async () => {
  const refusal = refusalOf()
  if (refusal !== null) throw new CommandError(`${refusal} Nothing was changed.`)
  return (await removeHotspot()) ?? 'There is no hotspot to remove.'
})
