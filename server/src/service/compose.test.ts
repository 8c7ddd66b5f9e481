import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { readConfig } from '#/config.ts'
import { longTest } from '#/testing/long-test.ts'

const execute = promisify(execFile)
/** Options of tests that run docker-compose several times, each up to 20 s on a busy machine. */
const PATIENT = { timeout: 300_000 }
const REPOSITORY = path.resolve(import.meta.dirname, '../../..')
const SETTINGS = {
  PUBLIC_URL: 'https://noroshi.example',
  TURN_URL: 'turn:noroshi.example:3478',
  TURN_SECRET: 'a-secret-of-the-tests',
  DATABASE_PASSWORD: 'database',
  S3_SECRET: 'store',
}

interface Service {
  readonly image?: string
  readonly build?: { readonly context: string }
  readonly environment?: Record<string, string | number>
  readonly volumes?: readonly string[]
  readonly command?: readonly string[]
}

longTest(
  'compose.yaml gives the server valid settings for its services, also where .env has others of a host',
  PATIENT,
  async () => {
    const { services, networks } = await readCompose({ ...SETTINGS, DATA_DIR: './data', PORT: '80', HTTPS: 'auto' })
    const environment = Object.entries(services['server']?.environment ?? {}).map(([name, value]) => [name, String(value)])
    const config = readConfig(Object.fromEntries(environment) as Record<string, string>)
    expect(config).toMatchObject({
      port: 3000,
      dataDir: '/data',
      https: 'proxy',
      publicUrl: SETTINGS.PUBLIC_URL,
      databaseUrl: 'postgresql://noroshi:database@postgres:5432/noroshi',
      redisUrl: 'redis://redis:6379',
      s3: { endpoint: 'http://s3:7070/noroshi', accessKeyId: 'noroshi', secretAccessKey: SETTINGS.S3_SECRET },
      turn: { urls: [SETTINGS.TURN_URL], secret: SETTINGS.TURN_SECRET },
    })
    expect(networks['inside']?.ipam.config.map(({ subnet }) => subnet)).toEqual(config.trustProxy)
    expect(services['postgres']?.environment).toMatchObject({ POSTGRES_USER: 'noroshi', POSTGRES_PASSWORD: 'database' })
    expect(services['s3']).toMatchObject({ environment: { ROOT_ACCESS_KEY_ID: 'noroshi', ROOT_SECRET_ACCESS_KEY: 'store' } })
    expect(services['s3']?.volumes).toEqual(['files:/data/noroshi:rw'])
    expect(services['turn']?.command).toContain(`--static-auth-secret=${SETTINGS.TURN_SECRET}`)
  },
)

longTest('compose.yaml names images with a version and without a host, and requires each secret', PATIENT, async () => {
  const { services } = await readCompose(SETTINGS)
  const images = Object.values(services).flatMap(({ image }) => image ?? [])
  expect(images).toHaveLength(5)
  for (const image of images) expect(image).toMatch(/^([a-z]+\/)?[a-z]+:v?\d[\w.]*$/)
  for (const name of ['PUBLIC_URL', 'TURN_SECRET', 'DATABASE_PASSWORD', 'S3_SECRET'])
    await expect(readCompose({ ...SETTINGS, [name]: '' }), name).rejects.toThrow(name)
})

longTest('Caddy accepts the configuration of the proxy', async () => {
  const file = path.join(REPOSITORY, 'deploy/Caddyfile')
  const env = { ...process.env, PUBLIC_URL: SETTINGS.PUBLIC_URL }
  const { stdout } = await execute('caddy', ['adapt', '--config', file, '--adapter', 'caddyfile'], { env })
  expect(stdout).toContain('"host":["noroshi.example"]')
  await execute('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], { env })
})

/** Returns compose.yaml as Debian's docker-compose reads it with these settings in `.env`. */
async function readCompose(settings: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-compose-'))
  try {
    await copyFile(path.join(REPOSITORY, 'compose.yaml'), path.join(folder, 'compose.yaml'))
    await writeFile(
      path.join(folder, '.env'),
      Object.entries(settings)
        .map((setting) => setting.join('='))
        .join('\n'),
    )
    const { PATH } = process.env
    // docker-compose depends on Python's YAML.
    const toJson = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))'
    const command = `docker-compose config > config.yaml && python3 -c '${toJson}' < config.yaml`
    const { stdout } = await execute('sh', ['-ec', command], { cwd: folder, env: { PATH } })
    // `as`: the format of compose files
    return JSON.parse(stdout) as {
      services: Record<string, Service>
      networks: Record<string, { ipam: { config: { subnet: string }[] } }>
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
