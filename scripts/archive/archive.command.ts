import path from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError } from '../../server/src/command-error.ts'
import { runCommand } from '../../server/src/run-command.ts'
import { assertCommitted } from './archive-files.ts'
import { assertWritable, writeArchive } from './write-archive.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

// npm run archive -- FILE
await runCommand(async (signal) => {
  const file = fileOf(process.argv.slice(2))
  if (process.platform !== 'linux') throw new CommandError('The archive is made on Linux, for machines of the same kind.')
  await assertWritable(file)
  assertCommitted(ROOT)
  return writeArchive(ROOT, file, signal)
})

/** Returns the absolute path of the file to write. npm runs the command in the repository, and names the folder of the user. */
function fileOf(args: readonly string[]): string {
  const usage = 'Name one file to write: npm run archive -- noroshi-linux-x64.tar.gz'
  try {
    const [file, ...others] = parseArgs({ args: [...args], allowPositionals: true }).positionals
    if (file !== undefined && file !== '' && others.length === 0) return path.resolve(process.env['INIT_CWD'] ?? '.', file)
  } catch {
    // An unknown option.
  }
  throw new CommandError(usage)
}
