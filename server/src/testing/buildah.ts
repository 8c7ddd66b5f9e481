import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

const execute = promisify(execFile)
/** Bytes of output that a build may print. */
const OUTPUT_MAX = 2 ** 26
/** Names of the images that are built. No image is pulled. */
const BASE = 'localhost/noroshi-test-base'
const BUILD_BASE = 'localhost/noroshi-test-build-base'
const IMAGE = 'localhost/noroshi-test'

/** Debian's buildah with a store of its own, which the disposal deletes. It needs root. */
export class Buildah implements AsyncDisposable {
  /** The folder of the store, which is on a disk: the layers have 3 GB. */
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  static async create(): Promise<Buildah> {
    return new Buildah(await mkdtemp('/var/tmp/noroshi-image-'))
  }

  /** Returns the command and its arguments for a process of the caller. */
  command(...args: readonly string[]): [program: string, ...args: string[]] {
    return ['buildah', '--root', path.join(this.folder, 'store'), '--runroot', path.join(this.folder, 'run'), ...args]
  }

  /** Returns what the command prints. @throws its error output when it fails. */
  async run(...args: readonly string[]): Promise<string> {
    const [program, ...rest] = this.command(...args)
    const { stdout } = await execute(program, rest, { maxBuffer: OUTPUT_MAX })
    return stdout.trim()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.run('rm', '--all')
    await this.run('rmi', '--all', '--force')
    await rm(this.folder, { recursive: true, force: true })
  }
}

/**
 * Builds the Dockerfile of the repository on a Debian that debootstrap makes from the mirror of this machine.
 * @returns the name of the image
 */
export async function buildImage(buildah: Buildah, repository: string): Promise<string> {
  const base = await buildah.run('from', 'scratch')
  const root = await buildah.run('mount', base)
  await execute('debootstrap', ['--variant=minbase', await codename(), root, await mirror()], { maxBuffer: OUTPUT_MAX })
  await buildah.run('umount', base)
  await buildah.run('commit', '--quiet', base, BASE)
  await addNode(buildah, base)
  await buildah.run('commit', '--quiet', base, BUILD_BASE)
  const { stdout: cache } = await execute('npm', ['config', 'get', 'cache'])
  await buildah.run(
    'build',
    '--pull-never',
    '--isolation=chroot',
    `--volume=${cache.trim()}:/root/.npm`, // packages that this machine has are not downloaded again
    `--build-arg=BASE=${BASE}`,
    `--build-arg=BUILD_BASE=${BUILD_BASE}`,
    `--tag=${IMAGE}`,
    repository,
  )
  return IMAGE
}

/** Adds the Node of the tests and the npm of this machine, with the certificates that npm trusts here. */
async function addNode(buildah: Buildah, container: string): Promise<void> {
  const { stdout } = await execute('which', ['npm'])
  const npm = await realpath(process.env['npm_execpath'] ?? stdout.trim())
  await buildah.run('copy', '--quiet', container, process.execPath, '/usr/local/bin/node')
  await buildah.run('copy', '--quiet', container, path.resolve(npm, '../..'), '/usr/local/lib/node_modules/npm')
  const root = await buildah.run('mount', container)
  await execute('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/local/bin/npm')])
  await buildah.run('umount', container)
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  if (certificates === undefined) return
  await buildah.run('copy', '--quiet', container, certificates, '/etc/noroshi-test.crt')
  await buildah.run('config', '--env=NODE_EXTRA_CA_CERTS=/etc/noroshi-test.crt', container)
}

/** Returns the name of the Debian release of this machine. */
async function codename(): Promise<string> {
  const [, name] = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8')) ?? []
  if (name === undefined) throw new Error('this machine is not a Debian release')
  return name
}

/** Returns the URL of the mirror that apt uses for this release. */
async function mirror(): Promise<string> {
  const { stdout } = await execute('apt-get', [
    'indextargets',
    '--format',
    '$(REPO_URI)',
    'Created-By: Packages',
    `Codename: ${await codename()}`,
  ])
  const [url] = stdout.split('\n')
  if (url === undefined || url === '') throw new Error('apt has no mirror of this release')
  return url
}

/** The server of an image, in a container with the network of this machine. */
export class ContainerServer implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>
  readonly #exit: Promise<number | null>
  #output = ''

  /** @param command the command of the image */
  constructor(buildah: Buildah, container: string, command: readonly string[]) {
    const settings = ['--env=PORT=0', '--env=HOST=127.0.0.1', '--env=HTTPS=no']
    const script = ['sh', '-c', 'echo "pid $$"; exec "$@"', 'sh', ...command]
    const [program, ...args] = buildah.command('run', '--isolation=chroot', ...settings, container, ...script)
    this.#child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#exit = once(this.#child, 'close').then(([code]) => code as number | null)
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
  }

  /** Everything that the container has printed. */
  get output(): string {
    return this.#output
  }

  /** The id of the server's process; null before it started. */
  get pid(): number | null {
    const [, pid] = /^pid (\d+)$/m.exec(this.#output) ?? []
    return pid === undefined ? null : Number(pid)
  }

  /** Sends SIGTERM to the server, as an engine of containers does, and returns its exit code. */
  async terminate(): Promise<number | null> {
    // buildah would end before the server, which then leaves its PostgreSQL behind.
    if (this.#child.exitCode === null && this.pid !== null) process.kill(this.pid, 'SIGTERM')
    return this.#exit
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminate()
  }
}
