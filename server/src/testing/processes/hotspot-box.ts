import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { whenWritten } from './child-process.ts'

const execute = promisify(execFile)
const SERVER = path.resolve(import.meta.dirname, '../..')
const DROP_IN = 'etc/systemd/system/noroshi.service.d/hotspot.conf'

/** The result of a phone: an address or a reply, or the code of an error. */
export interface PhoneResult {
  readonly target: string
  readonly address?: string
  readonly status?: number
  readonly body?: string
  readonly error?: string
  readonly ms: number
}

/** Returns why the box cannot run here; null if it can. */
export function obstacleToBox(): string | null {
  if (process.getuid?.() !== 0) return 'only root may create network namespaces'
  const missing = ['dnsmasq', 'udhcpc', 'ip', 'nsenter'].filter((program) => !succeeds('sh', '-c', `command -v ${program}`))
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`
  return succeeds('unshare', '--net', '--mount', 'true') ? null : 'this kernel or container forbids network namespaces'
}

function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

/** Has its own /etc, /run and /var/lib. `systemctl` starts and stops the program of the hotspot, and no more. */
const OWN_FOLDERS = `set -e
mount --make-rprivate /
cp -a /etc "$1/etc" && mount --bind "$1/etc" /etc
mkdir "$1/lib" && mount --bind "$1/lib" /var/lib
mount -t tmpfs none /run
mkdir -p /run/systemd/system
echo ready
exec sleep infinity`
const SYSTEMCTL = `#!/bin/sh
case "$*" in
  "enable --now noroshi-hotspot.service") setsid bash /etc/noroshi-hotspot/run.sh > "$BOX/hotspot.log" 2>&1 & echo $! > "$BOX/hotspot.pid" ;;
  "disable --now noroshi-hotspot.service") kill "$(cat "$BOX/hotspot.pid")"; while kill -0 "$(cat "$BOX/hotspot.pid")" 2>/dev/null; do sleep 0.1; done ;;
esac
`
/** Writes what a phone learns from its lease. */
const LEASE = `#!/bin/sh
[ "$1" = bound ] || exit 0
ip address add "$ip/$mask" dev wifi && ip route replace default via "$router"
echo "nameserver $dns" > "$BOX/resolv.conf"
echo "$ip/$mask $router $ntpsrv $opt114" > "$BOX/lease"
`
/** A name server and a web server that answers every host. */
const INTERNET = `import { createServer } from 'node:http'
let count = 0
createServer((request, response) => {
  if (request.url === '/count') return response.end(String(count))
  if (request.method === 'GET') count += 1
  response.end('the internet')
}).listen(80, '198.18.0.1', () => console.log('ready'))`

/** A machine with a hotspot on its cable eth0, a phone, and an internet that is not connected yet, in network namespaces. */
export class HotspotBox implements AsyncDisposable {
  readonly #folder: string
  readonly #names: Readonly<Record<'box' | 'phone' | 'internet', string>>
  readonly #children: ChildProcess[] = []
  #boxPid = ''

  private constructor(folder: string) {
    this.#folder = folder
    const end = path.basename(folder).slice(-6)
    this.#names = { box: `nb-${end}`, phone: `np-${end}`, internet: `ni-${end}` }
  }

  static async create(): Promise<HotspotBox> {
    const box = new HotspotBox(await mkdtemp(path.join(tmpdir(), 'noroshi-box-')))
    await box.#setUp()
    return box
  }

  async #setUp(): Promise<void> {
    const { box, phone, internet } = this.#names
    await chmod(this.#folder, 0o755)
    for (const name of [box, phone, internet]) {
      await execute('ip', ['netns', 'add', name])
      await execute('ip', ['-n', name, 'link', 'set', 'lo', 'up'])
    }
    await execute('ip', ['link', 'add', 'eth0', 'netns', box, 'type', 'veth', 'peer', 'name', 'wifi', 'netns', phone])
    await execute('ip', ['-n', phone, 'link', 'set', 'wifi', 'up'])
    for (const [name, text] of [
      ['systemctl', SYSTEMCTL],
      ['lease', LEASE],
    ] as const) {
      await mkdir(this.at('bin'), { recursive: true })
      await writeFile(this.at(`bin/${name}`), text, { mode: 0o755 })
    }
    const holder = this.#spawn('ip', ['netns', 'exec', box, 'unshare', '-m', 'sh', '-c', OWN_FOLDERS, 'sh', this.#folder])
    await whenWritten(holder, 'ready', 'the folders of the box')
    this.#boxPid = String(holder.pid)
    await mkdir(this.at('etc/systemd/system'), { recursive: true })
    await rm(this.at('etc/resolv.conf'), { force: true }) // it may be a link to a file of the machine itself
    await writeFile(this.at('etc/resolv.conf'), '')
    await writeFile(this.at('etc/systemd/system/noroshi.service'), '[Service]\nGroup=daemon\n')
    await writeFile(this.at('.env'), 'INTERNET_CHECK_URL=http://198.18.0.1/\nHTTPS_NAMES=shelter.lan\n')
  }

  at(name: string): string {
    return path.join(this.#folder, name)
  }

  /** Runs a program on the box. */
  async onBox(program: string, args: readonly string[], environment: Record<string, string> = {}): Promise<string> {
    const [first = '', ...rest] = this.#onBox(program, args)
    const { stdout } = await execute(first, rest, { cwd: this.#folder, env: { ...this.#environment(), ...environment } })
    return stdout
  }

  /** Runs a command of the operator on the box, with these lines in .env. */
  command(name: 'install' | 'remove', args: readonly string[] = []): Promise<string> {
    return this.onBox(process.execPath, [path.join(SERVER, `hotspot/hotspot-${name}.command.ts`), ...args])
  }

  /** Starts the server with the settings that the installation wrote. Resolves when it is ready. */
  async startServer(): Promise<void> {
    const text = await readFile(this.at(DROP_IN), 'utf8')
    const settings = Object.fromEntries(
      [...text.matchAll(/^Environment="([^=]+)=(.*)"$/gm)].map(([, name = '', value]) => [name, value]),
    )
    const [program = '', ...args] = this.#onBox(process.execPath, [path.join(SERVER, 'main.ts')])
    const env = { ...this.#environment(), ...settings, DATA_DIR: this.at('data'), HTTPS: 'no' }
    const server = this.#spawn(program, args, env)
    await whenWritten(server, 'Noroshi is ready', 'the server of the box')
  }

  /** Asks for a lease as a phone does. @returns address, router, time server and option 114 */
  async joinWithPhone(): Promise<string[]> {
    await this.#onPhone('udhcpc', ['-i', 'wifi', '-q', '-n', '-f', '-O', 'ntpsrv', '-O', '114', '-s', this.at('bin/lease')])
    return (await readFile(this.at('lease'), 'utf8')).trim().split(' ')
  }

  /** Resolves names and requests addresses (with a slash) on the phone, one after the other. */
  async ask(...targets: readonly string[]): Promise<PhoneResult[]> {
    const script = path.join(import.meta.dirname, 'phone-requests.ts')
    return JSON.parse(await this.#withNames([process.execPath, script, ...targets])) as PhoneResult[] // what the script prints
  }

  /** Returns the page that Chromium shows on the phone. */
  openPage(url: string): Promise<string> {
    const options = ['--no-sandbox', '--disable-gpu', '--timeout=10000', '--dump-dom', `--user-data-dir=${this.at('browser')}`]
    return this.#withNames(['chromium-headless-shell', ...options, url])
  }

  /** Connects the box to an internet whose name server knows every name and whose hosts answer every request. */
  async connectInternet(): Promise<void> {
    const { box, internet } = this.#names
    await execute('ip', ['link', 'add', 'wan0', 'netns', box, 'type', 'veth', 'peer', 'name', 'net0', 'netns', internet])
    for (const [name, device, address] of [
      [box, 'wan0', '198.18.0.2/24'],
      [internet, 'net0', '198.18.0.1/24'],
    ] as const) {
      await execute('ip', ['-n', name, 'address', 'add', address, 'dev', device])
      await execute('ip', ['-n', name, 'link', 'set', device, 'up'])
    }
    await execute('ip', ['-n', box, 'route', 'add', 'default', 'via', '198.18.0.1'])
    await execute('ip', ['-n', internet, 'route', 'add', '100.64.76.0/22', 'via', '198.18.0.2'])
    await writeFile(this.at('etc/resolv.conf'), 'nameserver 198.18.0.1\n')
    const names = ['--no-resolv', '--no-hosts', '--address=/#/198.18.0.1', '--keep-in-foreground', '--conf-file=/dev/null']
    this.#spawn('ip', ['netns', 'exec', internet, 'dnsmasq', ...names, `--pid-file=${this.at('internet.pid')}`])
    await writeFile(this.at('internet.mjs'), INTERNET)
    const web = this.#spawn('ip', ['netns', 'exec', internet, process.execPath, this.at('internet.mjs')])
    await whenWritten(web, 'ready', 'the internet')
  }

  /** The number of requests for a page that reached the internet. The box itself sends HEAD only. */
  async countAtInternet(): Promise<number> {
    const ask = `console.log(await (await fetch('http://198.18.0.1/count')).text())`
    const { stdout } = await execute('ip', [
      'netns',
      'exec',
      this.#names.internet,
      process.execPath,
      '--input-type=module',
      '-e',
      ask,
    ])
    return Number(stdout)
  }

  /** The number of packets that the box has passed on from one network to another. */
  async countForwarded(): Promise<number> {
    const [head = '', values = ''] = (await this.onBox('cat', ['/proc/net/snmp']))
      .split('\n')
      .filter((line) => line.startsWith('Ip:'))
    return Number(values.split(' ')[head.split(' ').indexOf('ForwDatagrams')])
  }

  #withNames(command: readonly string[]): Promise<string> {
    const script = `mount --bind "${this.at('resolv.conf')}" /etc/resolv.conf; exec "$@"`
    return this.#onPhone('unshare', ['-m', 'sh', '-c', script, 'sh', ...command])
  }

  async #onPhone(program: string, args: readonly string[]): Promise<string> {
    const all = ['netns', 'exec', this.#names.phone, program, ...args]
    const { stdout } = await execute('ip', all, { env: this.#environment(), maxBuffer: 2 ** 26 })
    return stdout
  }

  #onBox(program: string, args: readonly string[]): string[] {
    return ['nsenter', `--target=${this.#boxPid}`, '--mount', '--net', `--wd=${this.#folder}`, program, ...args]
  }

  #environment(): Record<string, string> {
    const { PATH = '', NODE_COMPILE_CACHE, LD_LIBRARY_PATH } = process.env
    return {
      PATH: `${this.at('bin')}:${PATH}`,
      BOX: this.#folder,
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
      ...(LD_LIBRARY_PATH !== undefined && { LD_LIBRARY_PATH }),
    }
  }

  #spawn(program: string, args: readonly string[], env = this.#environment()) {
    const child = spawn(program, args, { env, cwd: this.#folder, stdio: ['ignore', 'pipe', 'inherit'] })
    this.#children.push(child)
    return child
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.command('remove').catch(() => undefined) // it is removed already
    for (const child of this.#children.toReversed())
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
    for (const name of Object.values(this.#names)) await execute('ip', ['netns', 'del', name]).catch(() => undefined)
    await rm(this.#folder, { recursive: true, force: true })
  }
}
