import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, settings, warningsFor } from './config.ts'

test('without settings the configuration has the defaults', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '0.0.0.0',
    dataDir: path.resolve('data'),
    publicUrl: null,
    trustProxy: [],
    databaseUrl: null,
    redisUrl: null,
    s3: null,
    backupS3: null,
    smtpUrl: null,
    invitationMailsPerDay: 2000,
    tileUrl: null,
    push: null,
    noticesLocalOrigins: [],
    takLocalServers: [],
    internetCheckUrl: null,
    hotspotProbes: 'off',
    streetsSource: 'https://build.protomaps.com/{date}.pmtiles',
    maxUploadMb: 25,
    maxMapMb: 8192,
    anonymousMb: 2048,
    anonymousMbPerAddress: 512,
    turn: null,
    speech: null,
    speechModelDir: null,
    speechDecoders: null,
    logLevel: 'warn',
    metricsToken: null,
    https: 'auto',
    httpsPort: 3443,
    httpsNames: [],
    tlsFiles: null,
  })
})

test('a start with MAP_ARCHIVE of an earlier version prints one warning that names the screen for adding streets', () => {
  expect(warningsFor({ MAP_ARCHIVE: '/srv/map.pmtiles' })).toEqual([expect.stringMatching(/^MAP_ARCHIVE .*Administration > Map/)])
  expect(warningsFor({ MAP_ARCHIVE: ' ' })).toEqual([])
})

test('an empty setting equals a missing setting', () => {
  for (const value of ['', ' ']) {
    const empty = Object.fromEntries(Object.keys(settings.shape).map((name) => [name, value]))
    expect(readConfig(empty)).toEqual(readConfig({}))
  }
})

test('all settings are read from the environment', () => {
  expect(
    readConfig({
      PORT: '8080',
      HOST: '127.0.0.1',
      DATA_DIR: '/var/lib/noroshi',
      PUBLIC_URL: 'https://noroshi.example/',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8',
      DATABASE_URL: 'postgresql://noroshi@db/noroshi',
      REDIS_URL: 'redis://cache:6379',
      S3_URL: 'https://key:a%2Fb+c@files.example:9000/bucket/units/1?region=eu-central-1',
      BACKUP_S3_URL: 'https://key:secret@files.example/backups',
      SMTP_URL: 'smtp://unit:secret@mail.example:587?from=unit@example.org',
      INVITATION_MAILS_PER_DAY: '500',
      TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png',
      STREETS_SOURCE: 'https://maps.example/{date}.pmtiles',
      MAX_MAP_MB: '2048',
      PUSH_CONTACT: 'mailto:unit@example.org',
      PUSH_LOCAL_ORIGINS: 'https://push.lan:8443, http://127.0.0.1:8080/',
      NOTICES_LOCAL_ORIGINS: 'http://notices.lan:8080',
      TAK_LOCAL_SERVERS: 'TAK.lan:8089, 192.168.1.2:8089',
      INTERNET_CHECK_URL: 'https://example.org/',
      HOTSPOT_PROBES: 'answer',
      MAX_UPLOAD_MB: '2.5',
      ANONYMOUS_MB: '100',
      ANONYMOUS_MB_PER_ADDRESS: '0.5',
      TURN_URL: 'turn:turn.example:3478, turns:turn.example:443?transport=tcp',
      TURN_SECRET: 'secret of 16 letters',
      SPEECH_URL: 'http://speech.example:3400/',
      SPEECH_SECRET: 'secret of 16 letters',
      SPEECH_MODEL_DIR: '/srv/models',
      SPEECH_DECODERS: '3',
      LOG_LEVEL: 'info',
      METRICS_TOKEN: 'sixteen letters!',
      HTTPS: 'proxy',
      HTTPS_PORT: '8443',
      HTTPS_NAMES: 'Unit.local, 127.0.0.2',
      TLS_CERT: '/etc/tls/unit.crt',
      TLS_KEY: '/etc/tls/unit.key',
    }),
  ).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDir: '/var/lib/noroshi',
    publicUrl: 'https://noroshi.example',
    trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'],
    databaseUrl: 'postgresql://noroshi@db/noroshi',
    redisUrl: 'redis://cache:6379',
    s3: {
      endpoint: 'https://files.example:9000/bucket',
      prefix: 'units/1/',
      region: 'eu-central-1',
      accessKeyId: 'key',
      secretAccessKey: 'a/b+c',
    },
    backupS3: {
      endpoint: 'https://files.example/backups',
      prefix: '',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
    smtpUrl: 'smtp://unit:secret@mail.example:587?from=unit@example.org',
    invitationMailsPerDay: 500,
    tileUrl: 'https://tiles.example/{z}/{x}/{y}.png',
    maxMapMb: 2048,
    push: { contact: 'mailto:unit@example.org', localOrigins: ['https://push.lan:8443', 'http://127.0.0.1:8080'] },
    noticesLocalOrigins: ['http://notices.lan:8080'],
    takLocalServers: ['tak.lan:8089', '192.168.1.2:8089'],
    internetCheckUrl: 'https://example.org/',
    hotspotProbes: 'answer',
    streetsSource: 'https://maps.example/{date}.pmtiles',
    maxUploadMb: 2.5,
    anonymousMb: 100,
    anonymousMbPerAddress: 0.5,
    turn: { urls: ['turn:turn.example:3478', 'turns:turn.example:443?transport=tcp'], secret: 'secret of 16 letters' },
    speech: { url: 'http://speech.example:3400', secret: 'secret of 16 letters' },
    speechModelDir: '/srv/models',
    speechDecoders: 3,
    logLevel: 'info',
    metricsToken: 'sixteen letters!',
    https: 'proxy',
    httpsPort: 8443,
    httpsNames: ['unit.local', '127.0.0.2'],
    tlsFiles: { cert: '/etc/tls/unit.crt', key: '/etc/tls/unit.key' },
  })
})

test.each([
  ['PORT', ['x', '-1', '65536', '3.5', '80 80']],
  ['PUBLIC_URL', ['noroshi.example', 'ftp://noroshi.example', 'javascript:alert(1)']],
  ['TRUST_PROXY', ['all', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', '10.0.0', '127.0.0.1,', 'true', '1']],
  ['DATABASE_URL', ['mysql://db', 'localhost']],
  ['SMTP_URL', ['mail.example', 'http://mail.example', 'smtp://mail.example']],
  ['TILE_URL', ['https://tiles.example/{z}/{x}', '/{z}/{x}/{y}.png']],
  ['PUSH_CONTACT', ['unit@example.org', 'mailto:unit', 'http://example.org', 'mailto:a b@example.org']],
  ['PUSH_LOCAL_ORIGINS', ['push.lan', 'https://push.lan/path', 'ftp://push.lan', 'https://push.lan,push']],
  ['NOTICES_LOCAL_ORIGINS', ['notices.lan', 'https://notices.lan/feed.xml', 'ftp://notices.lan']],
  ['TAK_LOCAL_SERVERS', ['tak.lan', 'ssl://tak.lan:8089', 'tak.lan:tls']],
  ['INTERNET_CHECK_URL', ['example.org', 'file:///etc/passwd']],
  ['HOTSPOT_PROBES', ['yes', 'answer']], // the last one needs INTERNET_CHECK_URL
  ['STREETS_SOURCE', ['maps.example', 'file:///srv/map.pmtiles', 'https://key:secret@maps.example/map.pmtiles']],
  ['MAX_UPLOAD_MB', ['x', '0', '-5', '5000']],
  ['ANONYMOUS_MB', ['x', '0', '-1']],
  ['ANONYMOUS_MB_PER_ADDRESS', ['x', '0', '-1']],
  ['REDIS_URL', ['cache:6379', 'http://cache', 'redis://cache']], // the last one needs DATABASE_URL
  [
    'S3_URL',
    [
      'files.example/bucket',
      's3://key:secret@files.example/bucket',
      'https://files.example/bucket',
      'https://key@files.example/bucket',
      'https://key:a/b@files.example/bucket',
      'https://key:a%@files.example/bucket',
      'https://key:secret@files.example',
      'https://key:secret@files.example/bucket/../x y',
      'https://key:secret@files.example/bucket?zone=1',
      'https://key:secret@files.example/bucket#top',
    ],
  ],
  // The last value has no secret.
  ['TURN_URL', ['turn.example', 'http://turn.example', 'turn:a,b', 'turn:turn.example:3478']],
  ['TURN_SECRET', ['short']],
  ['SPEECH_URL', ['speech.example', 'ws://speech.example', 'http://speech.example']], // the last one without a secret
  ['SPEECH_SECRET', ['short']],
  ['SPEECH_DECODERS', ['x', '0', '65', '1.5']],
  ['METRICS_TOKEN', ['short']],
  ['HTTPS', ['maybe', '2', 'yes', 'true']],
  ['HTTPS_PORT', ['x', '-1', '65536']],
  ['HTTPS_NAMES', ['https://unit.local', 'unit.local:3443', 'a b', '*.unit.local']],
])('%s with an invalid value throws one line that names the setting', (name, values) => {
  for (const value of values) {
    const start = () => readConfig({ [name]: value })
    expect(start, value).toThrow(new RegExp(`^${name}: .+$`))
    expect(start, value).not.toThrow(/\n/)
  }
})

test('a certificate without its key, or a key without its certificate, stops the start', () => {
  expect(() => readConfig({ TLS_CERT: '/etc/tls/unit.crt' })).toThrow(/^TLS_KEY: /)
  expect(() => readConfig({ TLS_KEY: '/etc/tls/unit.key' })).toThrow(/^TLS_CERT: /)
})

test('with any port for HTTP, HTTPS has any port too', () => {
  expect(readConfig({ PORT: '0' }).httpsPort).toBe(0)
  expect(readConfig({ PORT: '0', HTTPS_PORT: '3443' }).httpsPort).toBe(3443)
})

test('the error names each invalid setting without its value', () => {
  const environment = {
    PORT: 'x',
    METRICS_TOKEN: 'secret',
    DATABASE_URL: 'mysql://user:secret@db',
    S3_URL: 'https://key:secret@host',
  }
  expect(() => readConfig(environment)).toThrow(/^PORT: .+; DATABASE_URL: .+; S3_URL: .+; METRICS_TOKEN: .+$/)
  expect(() => readConfig(environment)).not.toThrow(/secret/)
})

test('.env.example documents exactly the existing settings and sets none of them', async () => {
  const lines = (await readFile(path.resolve(import.meta.dirname, '../../.env.example'), 'utf8')).split('\n')
  const names = lines.flatMap((line) => /^#?\s?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? [])
  expect(names.toSorted()).toEqual(Object.keys(settings.shape).toSorted())
  for (const [index, line] of lines.entries()) {
    expect(line, 'only comments').toMatch(/^(#|$)/)
    if (/^#[A-Z0-9_]+=/.test(line)) expect(lines[index - 1], line).toMatch(/^# \S.+/)
  }
})
