import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { IS_LONG } from '../../server/src/testing/long-test.ts'
import { inOwnNetwork } from '../own-network.ts'
import { writeArchive } from './write-archive.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** On a disk: programs do not run from memory where it is mounted without `exec`. */
const DISK = '/var/tmp'
/** The id of the user who unpacks and starts. */
const CLERK = 65_534
/** All programs of the other machine. Every Debian and Ubuntu has them. */
const PROGRAMS = ['sh', 'tar', 'gzip', 'cat', 'dirname', 'id', 'sha256sum', 'uname']
/** Unpacks and starts the archive $1, asks it with the program $2, and ends it. Its last line is the exit code. */
const CLERK_SCRIPT = `tar xf "$1"
cd noroshi-*
command -v node npm && exit 9
./start & server=$!
node_modules/node-linux-*/bin/node "$2"
kill $server
wait $server && echo "ended: 0" || echo "ended: $?"`
/** Prints what the server and the internet answer. */
const QUESTIONS = `const ask = (url) => fetch(url).then(async (response) => [response.status, await response.text()], (error) => [error.cause.code])
const server = 'http://127.0.0.1:3000'
for (let left = 240; left > 0 && (await ask(server + '/readyz'))[0] !== 200; left -= 1) await new Promise((done) => setTimeout(done, 500))
console.log('readyz:', (await ask(server + '/readyz'))[0])
const [status, page] = await ask(server + '/')
console.log('page:', status, /<title>[^<]*/.exec(page)?.[0])
console.log('internet:', (await ask('http://192.0.2.1/'))[0])
`
const obstacle = IS_LONG ? obstacleToStart() : 'npm run test:long runs it'

/** Returns what this machine lacks; null if it can run the test. */
function obstacleToStart(): string | null {
  if (process.platform !== 'linux') return 'the archive is for Linux'
  if (process.getuid?.() !== 0) return 'only root may create network namespaces'
  const missing = [...PROGRAMS, 'git', 'ip', 'setpriv', 'unshare'].filter((name) => programFile(name) === null)
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`
  if (spawnSync('unshare', ['--net', 'true']).status !== 0) return 'this kernel or container forbids network namespaces'
  return existsSync(path.join(ROOT, 'web/dist/index.html')) ? null : 'the web is not built (npm run build)'
}

function programFile(name: string): string | null {
  return ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].map((folder) => path.join(folder, name)).find(existsSync) ?? null
}

test(
  `the archive starts without network, npm and Node${obstacle === null ? '' : ` (left out: ${obstacle})`}`,
  { timeout: 600_000 },
  async (context) => {
    if (obstacle !== null) context.skip(obstacle)
    const folder = await mkdtemp(path.join(DISK, 'noroshi-archive-'))
    const [home, bin, questions] = [path.join(folder, 'home'), path.join(folder, 'bin'), path.join(folder, 'questions.mjs')]
    try {
      const started = performance.now()
      const written = await writeArchive(ROOT, path.join(folder, 'noroshi.tar.gz'))
      console.log(`${written} (${Math.round((performance.now() - started) / 1000)} s)`)
      await promisify(execFile)('chmod', ['755', folder])
      await mkdir(bin)
      for (const name of PROGRAMS) await symlink(programFile(name) ?? '', path.join(bin, name))
      await mkdir(home)
      await chown(home, CLERK, CLERK)
      await writeFile(questions, QUESTIONS)

      const asClerk = ['setpriv', `--reuid=${CLERK}`, `--regid=${CLERK}`, '--clear-groups']
      const environment = ['env', '-i', `PATH=${bin}`, `HOME=${home}`, `TMPDIR=${home}`, 'LANG=C.UTF-8']
      const shell = [path.join(bin, 'sh'), '-c', CLERK_SCRIPT, 'sh', path.join(folder, 'noroshi.tar.gz'), questions]
      const [program = '', ...args] = inOwnNetwork([...asClerk, ...environment, ...shell])
      const child = spawn(program, args, { cwd: home, stdio: ['ignore', 'pipe', 'pipe'] })
      const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
      expect(output, errors).toContain('Checking the files once')
      expect(output.split('\n'), `${output}${errors}`).toEqual(
        expect.arrayContaining([
          'readyz: 200',
          expect.stringMatching(/^page: 200 <title>Noroshi/),
          'internet: ENETUNREACH',
          'ended: 0',
        ]),
      )
      const [unpacked = ''] = await readdir(home)
      expect(unpacked).toMatch(new RegExp(`^noroshi-.*-linux-${process.arch}$`))
      expect(existsSync(path.join(home, unpacked, 'data/postgres/PG_VERSION'))).toBe(true)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
