import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const BIN = '/usr/lib/postgresql/15/bin'

/** Starts a temporary cluster of Debian's PostgreSQL 15; null if it is not installed. `stop` deletes the cluster. */
export async function debianPostgres(): Promise<{ url: string; stop(): Promise<void> } | null> {
  if (!existsSync(path.join(BIN, 'postgres'))) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-pg15-'))
  const asPostgres = process.getuid?.() === 0
  if (asPostgres) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    chownSync(folder, id('-u'), id('-g'))
  }
  const run = (program: string, ...args: string[]) => {
    const command = [path.join(BIN, program), ...args]
    const [file = '', ...rest] = asPostgres
      ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
      : command
    execFileSync(file, rest, { stdio: 'ignore', cwd: '/' })
  }
  const data = path.join(folder, 'data')
  run('initdb', '-D', data, '-U', 'noroshi', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync')
  const settings = `-c listen_addresses='' -c unix_socket_directories=${folder} -c fsync=off -c full_page_writes=off -c synchronous_commit=off`
  run('pg_ctl', 'start', '-D', data, '-w', '-l', path.join(folder, 'log'), '-o', settings)
  return {
    url: `postgresql://noroshi@/postgres?host=${encodeURIComponent(folder)}`,
    async stop() {
      run('pg_ctl', 'stop', '-D', data, '-m', 'immediate', '-w')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
