import { globSync } from 'node:fs'
import path from 'node:path'

// Checks that no two source files of the web, the server or the contract have the same name, so that a search finds
// one.
const root = path.resolve(import.meta.dirname, '..')

const faults = ['web', 'server', 'contract'].flatMap((workspace) => {
  const files = globSync(`${workspace}/src/**/*.{ts,tsx,css}`, { cwd: root })
  return [...Map.groupBy(files, (file) => path.basename(file)).values()].filter((same) => same.length > 1)
})
for (const same of faults) console.log(`the same name: ${same.join(', ')}`)
process.exit(faults.length > 0 ? 1 : 0)
