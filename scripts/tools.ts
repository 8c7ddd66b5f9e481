import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Returns the command that runs a program of an installed package on every system. On Windows, `npx` and the files of
 * `node_modules/.bin` are scripts of its shell, which Node does not start.
 * @param program the name of the program where the package has several
 */
export function toolCommand(packageName: string, program = packageName): [command: string, script: string] {
  const folder = path.join(root, 'node_modules', packageName)
  // `as`: the format of npm
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  const script = bin[program]
  if (script === undefined) throw new Error(`${packageName} has no program ${program}`)
  return [process.execPath, path.join(folder, script)]
}

/** Returns the command that runs npm: inside `npm run`, npm names its own file. */
export function npmCommand(): [command: string, ...args: string[]] {
  const script = process.env['npm_execpath']
  return script === undefined ? ['npm'] : [process.execPath, script]
}

/** Whether npm has a PostgreSQL for this system. The tests of the server and two checks need it. */
export const hasEmbeddedPostgres = process.platform === 'linux'
