import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, settings } from './config.ts'

test('a unit without settings starts with its own', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '0.0.0.0',
    dataDir: path.resolve('data'),
    publicUrl: null,
    trustProxy: [],
    databaseUrl: null,
    smtpUrl: null,
    tileUrl: null,
    mapArchive: null,
    internetCheckUrl: null,
    maxUploadMb: 25,
    metricsToken: null,
    https: false,
  })
})

test('an empty setting is one that is not set', () => {
  for (const value of ['', ' ']) {
    const empty = Object.fromEntries(Object.keys(settings.shape).map((name) => [name, value]))
    expect(readConfig(empty)).toEqual(readConfig({}))
  }
})

test('settings are taken as the operator writes them', () => {
  expect(
    readConfig({
      PORT: '8080',
      HOST: '127.0.0.1',
      DATA_DIR: '/var/lib/noroshi',
      PUBLIC_URL: 'https://noroshi.example/',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8',
      DATABASE_URL: 'postgresql://noroshi@db/noroshi',
      SMTP_URL: 'smtp://unit:secret@mail.example:587?from=unit@example.org',
      TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png',
      MAP_ARCHIVE: '/srv/streets.pmtiles',
      INTERNET_CHECK_URL: 'https://example.org/',
      MAX_UPLOAD_MB: '2.5',
      METRICS_TOKEN: 'sixteen letters!',
      HTTPS: 'yes',
    }),
  ).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDir: '/var/lib/noroshi',
    publicUrl: 'https://noroshi.example',
    trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'],
    databaseUrl: 'postgresql://noroshi@db/noroshi',
    smtpUrl: 'smtp://unit:secret@mail.example:587?from=unit@example.org',
    tileUrl: 'https://tiles.example/{z}/{x}/{y}.png',
    mapArchive: '/srv/streets.pmtiles',
    internetCheckUrl: 'https://example.org/',
    maxUploadMb: 2.5,
    metricsToken: 'sixteen letters!',
    https: true,
  })
})

test.each([
  ['PORT', ['x', '-1', '65536', '3.5', '80 80']],
  ['PUBLIC_URL', ['noroshi.example', 'ftp://noroshi.example', 'javascript:alert(1)']],
  ['TRUST_PROXY', ['everybody', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', '10.0.0', '127.0.0.1,', 'true', '1']],
  ['DATABASE_URL', ['mysql://db', 'localhost']],
  ['SMTP_URL', ['mail.example', 'http://mail.example', 'smtp://mail.example']],
  ['TILE_URL', ['https://tiles.example/{z}/{x}', '/{z}/{x}/{y}.png']],
  ['INTERNET_CHECK_URL', ['example.org', 'file:///etc/passwd']],
  ['MAX_UPLOAD_MB', ['x', '0', '-5', '5000']],
  ['METRICS_TOKEN', ['short']],
  ['HTTPS', ['maybe', '2']],
])('%s with a wrong value stops the start with one line that names it', (name, values) => {
  for (const value of values) {
    const start = () => readConfig({ [name]: value })
    expect(start, value).toThrow(new RegExp(`^${name}: .+$`))
    expect(start, value).not.toThrow(/\n/)
  }
})

test('each wrong setting is named, none is told with its value', () => {
  const environment = { PORT: 'x', METRICS_TOKEN: 'secret', DATABASE_URL: 'mysql://user:secret@db' }
  expect(() => readConfig(environment)).toThrow(/^PORT: .+; DATABASE_URL: .+; METRICS_TOKEN: .+$/)
  expect(() => readConfig(environment)).not.toThrow(/secret/)
})

test('.env.example names exactly the settings that there are, each with its meaning and none of them set', async () => {
  const lines = (await readFile(path.resolve(import.meta.dirname, '../../.env.example'), 'utf8')).split('\n')
  const names = lines.flatMap((line) => /^#?\s?([A-Z][A-Z_]+)=/.exec(line)?.[1] ?? [])
  expect(names.toSorted()).toEqual(Object.keys(settings.shape).toSorted())
  for (const [place, line] of lines.entries()) {
    expect(line, 'only comments').toMatch(/^(#|$)/)
    if (/^#[A-Z_]+=/.test(line)) expect(lines[place - 1], line).toMatch(/^# \S.+/)
  }
})
