import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommandProcess } from '#/testing/processes/command-process.ts'
import { unitFile } from './unit-file.ts'

const execute = promisify(execFile)
const REPOSITORY = path.resolve(import.meta.dirname, '../../..')

let folder: string
const at = (name: string) => path.join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-service-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const settings = {
  user: 'daemon',
  group: 'daemon',
  repository: '/opt/noroshi',
  dataDir: '/srv/noroshi',
  node: process.execPath,
  reads: [],
  ports: [3000, 3443],
}

test('systemd accepts the unit file, also with special characters in paths', async () => {
  for (const special of [
    settings,
    { ...settings, repository: '/opt/a "unit" 100% $HOME \\x', dataDir: '/srv/a b', ports: [80] },
  ]) {
    await writeFile(at('noroshi.service'), unitFile(special))
    const { stderr } = await execute('systemd-analyze', ['verify', '--man=no', at('noroshi.service')])
    expect(stderr).toBe('')
  }
})

test('the unit file hides home directories and gives no capability unless the settings need it', () => {
  expect(unitFile(settings)).toMatch(/^ProtectHome=yes$/m)
  expect(unitFile({ ...settings, dataDir: '/home/noroshi/data' })).toMatch(/^ProtectHome=read-only$/m)
  expect(unitFile({ ...settings, reads: ['/root/model'] })).toMatch(/^ProtectHome=read-only$/m)
  expect(unitFile(settings)).toMatch(/^CapabilityBoundingSet=$/m)
  expect(unitFile({ ...settings, ports: [3000, 443] })).toMatch(/^CapabilityBoundingSet=CAP_NET_BIND_SERVICE$/m)
})

test('the unit file allows to write to the data directory and below the directories of mounted disks', () => {
  expect(unitFile(settings)).toMatch(/^ReadWritePaths="\/srv\/noroshi" -\/media -\/mnt -\/run\/media$/m)
})

test('settings that are only in the environment are refused, since the service would not have them', async () => {
  const { code, stderr } = await runCommandProcess('service:install', [], { PORT: '3100', MAX_UPLOAD_MB: '5' })
  expect(code).toBe(1)
  expect(stderr).toBe('The service reads its settings from .env only. Write these to it first: PORT, MAX_UPLOAD_MB\n')
})

/**
 * Runs in a mount namespace with its own /etc and /run, and the repository in /mnt. `systemctl` only writes down its
 * calls.
 */
const NAMESPACE = `set -e
cp -a /etc "$1/etc" && mount --bind "$1/etc" /etc
mount -t tmpfs none /run
if [ "$2" = systemd ]; then mkdir -p /run/systemd/system; fi
mount --bind "$3" /mnt
cd "$1"
PATH="$1/bin:$PATH" exec /mnt/node_modules/.bin/node /mnt/server/src/service/service-install.command.ts`

describe.skipIf(process.getuid?.() !== 0)('as root', () => {
  async function install(system: 'systemd' | 'other', dataDir: string) {
    await mkdir(at('bin'))
    await writeFile(at('bin/systemctl'), `#!/bin/sh\necho "$*" >> "${at('calls')}"\n`)
    await chmod(at('bin/systemctl'), 0o755)
    await chmod(folder, 0o755)
    await writeFile(at('.env'), `DATA_DIR=${dataDir}\n`)
    return execute('unshare', ['-m', 'sh', '-c', NAMESPACE, 'sh', folder, system, REPOSITORY], {
      env: { PATH: process.env['PATH'] },
    })
  }

  test('the command creates the user, gives it the data, and enables and starts the service', { timeout: 60_000 }, async () => {
    await mkdir(at('data/files'), { recursive: true })
    const { stdout } = await install('systemd', at('data'))
    expect(stdout).toContain('The service runs now and after every start of this machine.')
    expect((await readFile(at('calls'), 'utf8')).trim().split('\n')).toEqual([
      'stop noroshi.service',
      'daemon-reload',
      'enable noroshi.service',
      'restart noroshi.service',
    ])
    const [, id] = /^noroshi:x:(\d+):.*:\/usr\/sbin\/nologin$/m.exec(await readFile(at('etc/passwd'), 'utf8')) ?? []
    expect((await stat(at('data/files'))).uid).toBe(Number(id))
    const unit = await readFile(at('etc/systemd/system/noroshi.service'), 'utf8')
    expect(unit).toMatch(/^User=noroshi$/m)
    expect(unit).toContain(`ReadWritePaths="${at('data')}"`)
    expect(unit).toMatch(/^ExecStart="\/mnt\/node_modules\/.+node" "\/mnt\/scripts\/start\.mjs"$/m)
  })

  test('without systemd the command prints what it would do and changes nothing', { timeout: 60_000 }, async () => {
    const { stdout } = await install('other', at('data'))
    expect(stdout).toContain('systemd does not run this system. Nothing was changed. The command would:\n- stop noroshi.service')
    expect(stdout).toContain('[Install]\nWantedBy=multi-user.target')
    await expect(stat(at('data'))).rejects.toThrow('ENOENT')
    await expect(stat(at('calls'))).rejects.toThrow('ENOENT')
    expect(await readFile(at('etc/passwd'), 'utf8')).not.toContain('noroshi')
  })

  test(
    'the service runs as the owner of the data directory, who must be able to read the settings',
    { timeout: 60_000 },
    async () => {
      await mkdir(at('data'))
      await execute('chown', ['daemon:daemon', at('data')])
      await mkdir(at('models'), { mode: 0o700 })
      const refused = install('systemd', `${at('data')}\nSPEECH_MODEL_DIR=${at('models')}`)
      await expect(refused).rejects.toThrow(`The user daemon cannot read ${at('models')}.`)
      // An earlier installation runs again.
      expect((await readFile(at('calls'), 'utf8')).trim().split('\n')).toEqual(['stop noroshi.service', 'start noroshi.service'])
    },
  )
})
