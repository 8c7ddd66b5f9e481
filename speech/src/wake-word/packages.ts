import { execFileSync } from 'node:child_process'

/** @throws if a Debian package is not installed, with the names of all that are missing */
export function assertPackages(names: readonly string[]): void {
  const status = (name: string): string => {
    try {
      return execFileSync('dpkg-query', ['-W', '-f=${Status}', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    } catch {
      return ''
    }
  }
  const missing = names.filter((name) => !status(name).includes('ok installed'))
  if (missing.length > 0)
    throw new Error(`the wake word needs packages of Debian's main and contrib sections. Missing: ${missing.join(' ')}`)
}
