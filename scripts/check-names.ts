import { globSync } from 'node:fs'
import path from 'node:path'

// Checks that no two source files of a workspace have the same name, so that a search finds one.
const root = path.resolve(import.meta.dirname, '..')
const workspaces = globSync('*/package.json', { cwd: root }).map((file) => path.dirname(file))
const exclude = ['**/node_modules/**', '**/dist/**']

const faults = workspaces.flatMap((workspace) => {
  const files = globSync(`${workspace}/**/*.{ts,tsx,css}`, { cwd: root, exclude })
  return [...Map.groupBy(files, (file) => path.basename(file)).values()].filter((same) => same.length > 1)
})
for (const same of faults) console.log(`the same name: ${same.join(', ')}`)
process.exit(faults.length > 0 ? 1 : 0)
