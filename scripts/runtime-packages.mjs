// Which packages of node_modules run, and their files: for the kept versions (keep-version.mjs) and the archive. It imports
// only node: modules.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The workspaces whose packages run. */
const WORKSPACES = ['contract', 'server', 'speech']

/** Returns the paths of the installed packages that run, and of the links to workspaces. */
export function runtimePackages(root) {
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  const found = new Set()
  const addDependencies = (owner) => {
    const { dependencies, optionalDependencies, peerDependencies } = locked[owner] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const at = resolve(locked, owner, name)
      if (at === null || found.has(at)) continue
      found.add(at)
      if (locked[at].link !== true) addDependencies(at)
    }
  }
  for (const owner of WORKSPACES) addDependencies(owner)
  for (const name of Object.keys(locked[''].optionalDependencies)) found.add(`node_modules/${name}`) // Node itself
  return [...found].filter((name) => existsSync(path.join(root, name)))
}

/** Returns where Node finds a package that another one imports; null for one that is not in the lockfile. */
function resolve(locked, owner, name) {
  for (let at = owner; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const candidate = path.posix.join(at, 'node_modules', name)
    if (locked[candidate] !== undefined) return candidate
    if (at === '') return null
    if (!at.includes('/node_modules/')) at = ''
  }
}

/** Returns the files and links below a path of the repository, without the packages in it. */
export function entriesOf(root, name) {
  const stat = lstatSync(path.join(root, name))
  if (!stat.isDirectory()) return [{ name, isSymlink: stat.isSymbolicLink(), bytes: stat.size }]
  return readdirSync(path.join(root, name)).flatMap((child) =>
    child === 'node_modules' ? [] : entriesOf(root, path.join(name, child)),
  )
}
