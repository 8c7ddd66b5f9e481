import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Checks that no two source files of a workspace have the same name, so that a search finds one, and that none is too
// long.
const LINES_MAX = 300
/** Generated from the tables of the database. */
const GENERATED = 'server/src/db/rows.ts'
const root = path.resolve(import.meta.dirname, '..')
const workspaces = globSync('*/package.json', { cwd: root }).map((file) => path.dirname(file))
const exclude = ['**/node_modules/**', '**/dist/**']

const linesOf = (file: string) => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1
const faults = [...workspaces, 'scripts'].flatMap((folder) => {
  const files = globSync(`${folder}/**/*.{ts,tsx,css,mjs}`, { cwd: root, exclude })
  const same = [...Map.groupBy(files, (file) => path.basename(file)).values()].filter((each) => each.length > 1)
  const long = files.filter((file) => file !== GENERATED && linesOf(file) > LINES_MAX)
  return [
    ...same.map((each) => `the same name: ${each.join(', ')}`),
    ...long.map((file) => `more than ${LINES_MAX} lines: ${file}`),
  ]
})
for (const fault of faults) console.log(fault)
process.exit(faults.length > 0 ? 1 : 0)
