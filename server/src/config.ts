import { isIPv4, isIPv6 } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import {
  ANONYMOUS_MB_DEFAULT,
  ANONYMOUS_MB_PER_ADDRESS_DEFAULT,
  MAP_MB_DEFAULT,
  UPLOAD_MB_DEFAULT,
} from '@noroshi/contract/limits'
import { IMPORT_BATCH_MAX } from '@noroshi/contract/accounts/invitation-import.http'
import { parseDecimal } from '@noroshi/contract/text/numbers'
import { hostList, hostsIn, originList, originsIn } from './origin-list.ts'
import { readS3Url, type S3Settings } from './s3-settings.ts'

/** Treats a setting with an empty value as not set. */
const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema)
const optional = <Schema extends z.ZodType>(schema: Schema) => given(schema.optional())
/** A decimal number. */
const number = <Schema extends z.ZodType>(schema: Schema) =>
  given(z.preprocess((value) => (typeof value === 'string' ? (parseDecimal(value) ?? value) : value), schema))

const TURN_URL = /^turns?:[^\s,]+$/

/** All settings of the environment. `.env.example` describes them for the operator. */
export const settings = z.object({
  /** TCP port of web, API, realtime and files. */
  PORT: number(z.number().int().min(0).max(65_535).default(3000)),
  /** Address to listen on. */
  HOST: given(z.string().default('0.0.0.0')),
  /** Directory of database, files and keys. */
  DATA_DIR: given(z.string().default('./data')),
  /** The URL under which users reach the server, for links. */
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  /** Addresses or ranges of the reverse proxies whose X-Forwarded-For is trusted, separated by commas; empty: none. */
  TRUST_PROXY: optional(
    z.string().refine((value) => value.split(',').every((part) => isAddress(part.trim())), 'must be addresses or ranges'),
  ),
  /** URL of a PostgreSQL of version 15 or later that replaces the embedded one. */
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')),
  /** URL of a Redis of version 7 or later that carries live hints between several processes. Requires DATABASE_URL. */
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/, error: 'must be like redis://localhost:6379' })),
  /**
   * URL of an S3 bucket that stores the uploaded files instead of DATA_DIR: the access key and its secret, the host,
   * the bucket, a prefix of the names if wanted, and `region` (us-east-1 by default).
   */
  S3_URL: optional(
    z.string().refine((value) => readS3Url(value) !== null, 'must be like https://KEY:SECRET@host/bucket?region=us-east-1'),
  ),
  /** URL of an S3 bucket for scheduled backups, in the form of S3_URL. */
  BACKUP_S3_URL: optional(
    z.string().refine((value) => readS3Url(value) !== null, 'must be like https://KEY:SECRET@host/bucket?region=us-east-1'),
  ),
  /** The mail server for reset links and invitations; empty: no mail is sent. Requires PUBLIC_URL, which the links start with. */
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be like smtp://user:password@host:587 or smtps://' })),
  /** Max mails with invitations in a day: the provider of a mail server has a limit. */
  INVITATION_MAILS_PER_DAY: number(z.number().int().min(IMPORT_BATCH_MAX).max(1_000_000).default(2000)),
  /** URL template of raster tiles with {z}, {x} and {y}; empty: the map sends no request to another origin. */
  TILE_URL: optional(z.string().regex(/^https?:\/\/.*\{z\}.*\{x\}.*\{y\}/, 'must contain {z}, {x} and {y}')),
  /** The operator's contact for push services, as a mailto: or https: URL; empty: no notifications are pushed. */
  PUSH_CONTACT: optional(
    z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/, 'must be like mailto:admin@example.org'),
  ),
  /**
   * Origins of push services on the local network, separated by commas. Other push services need HTTPS and a public
   * address.
   */
  PUSH_LOCAL_ORIGINS: optional(originList('https://push.lan:8443')),
  /** Origins on the local network from which official notices may come. Others need HTTPS and a public address. */
  NOTICES_LOCAL_ORIGINS: optional(originList('https://notices.lan:8443')),
  /** TAK servers of the local network that administrators may connect to: hosts with ports. Others need a public address. */
  TAK_LOCAL_SERVERS: optional(hostList('tak.lan:8089')),
  /** URL that is requested with HEAD to check whether the server reaches the internet; empty: never. */
  INTERNET_CHECK_URL: optional(z.url({ protocol: /^https?$/ })),
  /**
   * How the connectivity checks of phones on the server's own Wi-Fi are answered while INTERNET_CHECK_URL is unreachable.
   * `answer`: as on the internet, so that phones stay. `portal`: by a redirect to /join until the user continues.
   */
  HOTSPOT_PROBES: given(z.enum(['off', 'answer', 'portal'], 'must be off, answer or portal').default('off')),
  /** Max megabytes of one uploaded file. */
  MAX_UPLOAD_MB: number(z.number().positive().max(4096).default(UPLOAD_MB_DEFAULT)),
  /**
   * URL of the PMTiles archive from which administrators get streets, with {date} for the day of a build. No request is
   * sent before an administrator presses.
   */
  STREETS_SOURCE: given(
    z
      .string()
      .refine((value) => isSource(value), 'must be like https://maps.example/{date}.pmtiles')
      .default('https://build.protomaps.com/{date}.pmtiles'),
  ),
  /** Max megabytes of the map archive with streets. S3 stores at most 78 GB in one file. */
  MAX_MAP_MB: number(z.number().positive().max(65_536).default(MAP_MB_DEFAULT)),
  /**
   * Max megabytes of text and files that all callers without a session may store. Beyond it, every SOS is still
   * accepted.
   */
  ANONYMOUS_MB: number(z.number().positive().max(1_048_576).default(ANONYMOUS_MB_DEFAULT)),
  /** Max megabytes that callers without a session may store from one network address in a day. */
  ANONYMOUS_MB_PER_ADDRESS: number(z.number().positive().max(1_048_576).default(ANONYMOUS_MB_PER_ADDRESS_DEFAULT)),
  /** URLs of the TURN server for calls beyond one network, separated by commas; empty: none. Requires TURN_SECRET. */
  TURN_URL: optional(
    z.string().refine((value) => value.split(',').every((url) => TURN_URL.test(url.trim())), 'must be like turn:host:3478'),
  ),
  /** The secret that the TURN server shares (`static-auth-secret` of coturn). */
  TURN_SECRET: optional(z.string().min(16)),
  /** URL of a speech service on another computer; empty: the server starts its own. Requires SPEECH_SECRET. */
  SPEECH_URL: optional(z.url({ protocol: /^https?$/, error: 'must be like http://192.168.1.20:3400' })),
  /** The secret that the speech service at SPEECH_URL shares. */
  SPEECH_SECRET: optional(z.string().min(16)),
  /** A directory with models of speech recognition, for the server's own speech service (docs/operations.md). */
  SPEECH_MODEL_DIR: optional(z.string()),
  /**
   * Max utterances that the server's own speech service decodes at a time. The default is one for each core, at most 4.
   */
  SPEECH_DECODERS: number(z.number().int().min(1).max(64).optional()),
  /** The least important lines that are logged. `info` logs each request. */
  LOG_LEVEL: given(z.enum(['error', 'warn', 'info'], 'must be error, warn or info').default('warn')),
  /** Bearer token of GET /metrics; empty: no metrics. */
  METRICS_TOKEN: optional(z.string().min(16)),
  /**
   * The way in which browsers reach the server over HTTPS. `no`: not at all. `proxy`: through a proxy that terminates
   * TLS. `auto`: on HTTPS_PORT, with a certificate of the server's own authority, or with TLS_CERT.
   */
  HTTPS: given(z.enum(['no', 'proxy', 'auto'], 'must be no, proxy or auto').default('auto')),
  /** TCP port of HTTPS with HTTPS=auto. The default is 0 (any port) if PORT is 0. */
  HTTPS_PORT: number(z.number().int().min(0).max(65_535).optional()),
  /** Further names and addresses of the certificate that the server creates, separated by commas. */
  HTTPS_NAMES: optional(z.string().refine((value) => namesIn(value).every(isName), 'must be host names or addresses')),
  /** Path of a certificate chain (PEM) that replaces the server's own authority. Requires TLS_KEY. */
  TLS_CERT: optional(z.string()),
  /** Path of the private key (PEM) of TLS_CERT. */
  TLS_KEY: optional(z.string()),
})

export interface Config {
  readonly port: number
  readonly host: string
  /** Absolute path. */
  readonly dataDir: string
  readonly publicUrl: string | null
  readonly trustProxy: readonly string[]
  readonly databaseUrl: string | null
  readonly redisUrl: string | null
  /** null: uploaded files are in `dataDir`. */
  readonly s3: S3Settings | null
  /** The bucket of scheduled backups; null: none. */
  readonly backupS3: S3Settings | null
  readonly smtpUrl: string | null
  readonly invitationMailsPerDay: number
  readonly tileUrl: string | null
  /**
   * The operator's contact for push services, and the origins of push services on the local network; null: push is off.
   */
  readonly push: { readonly contact: string; readonly localOrigins: readonly string[] } | null
  readonly internetCheckUrl: string | null
  /** Origins of the local network. */
  readonly noticesLocalOrigins: readonly string[]
  /** `host:port` */
  readonly takLocalServers: readonly string[]
  /** Not `off`: the server has a hotspot, and `internetCheckUrl` is set. */
  readonly hotspotProbes: 'off' | 'answer' | 'portal'
  /** The URL may contain {date}, which stands for a day like 20261130. */
  readonly streetsSource: string
  readonly maxUploadMb: number
  readonly maxMapMb: number
  readonly anonymousMb: number
  readonly anonymousMbPerAddress: number
  /** The TURN servers and their shared secret; null without one. */
  readonly turn: { readonly urls: readonly string[]; readonly secret: string } | null
  /** The speech service on another computer; null: the server starts its own. */
  readonly speech: { readonly url: string; readonly secret: string } | null
  /** The directory with models of speech recognition; null: none. */
  readonly speechModelDir: string | null
  /** null: the default of the speech service. */
  readonly speechDecoders: number | null
  readonly logLevel: 'error' | 'warn' | 'info'
  readonly metricsToken: string | null
  readonly https: 'no' | 'proxy' | 'auto'
  readonly httpsPort: number
  /** In lower case. */
  readonly httpsNames: readonly string[]
  /** Absolute paths of a certificate that replaces the server's own authority. */
  readonly tlsFiles: { readonly cert: string; readonly key: string } | null
}

const HTTPS_PORT_DEFAULT = 3443

/** @throws an Error whose one-line message names each invalid setting. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = settings.safeParse(environment)
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  const env = parsed.data
  if (env.SMTP_URL !== undefined && env.PUBLIC_URL === undefined)
    throw new Error('SMTP_URL: requires PUBLIC_URL, which the links in mails start with')
  if ((env.TURN_URL === undefined) !== (env.TURN_SECRET === undefined))
    throw new Error('TURN_URL: requires TURN_SECRET, and the reverse')
  if ((env.SPEECH_URL === undefined) !== (env.SPEECH_SECRET === undefined))
    throw new Error('SPEECH_URL: requires SPEECH_SECRET, and the reverse')
  if (env.REDIS_URL !== undefined && env.DATABASE_URL === undefined)
    throw new Error('REDIS_URL: requires DATABASE_URL, since the embedded PostgreSQL serves one process')
  if ((env.TLS_CERT === undefined) !== (env.TLS_KEY === undefined))
    throw new Error(env.TLS_CERT === undefined ? 'TLS_CERT: is required by TLS_KEY' : 'TLS_KEY: is required by TLS_CERT')
  if (env.HOTSPOT_PROBES !== 'off' && env.INTERNET_CHECK_URL === undefined)
    throw new Error('HOTSPOT_PROBES: requires INTERNET_CHECK_URL, since checks are answered only without internet')
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(env.DATA_DIR),
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    trustProxy: env.TRUST_PROXY?.split(',').map((part) => part.trim()) ?? [],
    databaseUrl: env.DATABASE_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    s3: env.S3_URL === undefined ? null : readS3Url(env.S3_URL),
    backupS3: env.BACKUP_S3_URL === undefined ? null : readS3Url(env.BACKUP_S3_URL),
    smtpUrl: env.SMTP_URL ?? null,
    invitationMailsPerDay: env.INVITATION_MAILS_PER_DAY,
    tileUrl: env.TILE_URL ?? null,
    push: env.PUSH_CONTACT === undefined ? null : { contact: env.PUSH_CONTACT, localOrigins: originsIn(env.PUSH_LOCAL_ORIGINS) },
    noticesLocalOrigins: originsIn(env.NOTICES_LOCAL_ORIGINS),
    takLocalServers: hostsIn(env.TAK_LOCAL_SERVERS),
    internetCheckUrl: env.INTERNET_CHECK_URL ?? null,
    hotspotProbes: env.HOTSPOT_PROBES,
    streetsSource: env.STREETS_SOURCE,
    maxUploadMb: env.MAX_UPLOAD_MB,
    maxMapMb: env.MAX_MAP_MB,
    anonymousMb: env.ANONYMOUS_MB,
    anonymousMbPerAddress: env.ANONYMOUS_MB_PER_ADDRESS,
    turn:
      env.TURN_URL === undefined || env.TURN_SECRET === undefined
        ? null
        : { urls: env.TURN_URL.split(',').map((url) => url.trim()), secret: env.TURN_SECRET },
    speech:
      env.SPEECH_URL === undefined || env.SPEECH_SECRET === undefined
        ? null
        : { url: env.SPEECH_URL.replace(/\/$/, ''), secret: env.SPEECH_SECRET },
    speechModelDir: env.SPEECH_MODEL_DIR ?? null,
    speechDecoders: env.SPEECH_DECODERS ?? null,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN ?? null,
    https: env.HTTPS,
    httpsPort: env.HTTPS_PORT ?? (env.PORT === 0 ? 0 : HTTPS_PORT_DEFAULT),
    httpsNames: namesIn(env.HTTPS_NAMES ?? ''),
    tlsFiles:
      env.TLS_CERT === undefined || env.TLS_KEY === undefined
        ? null
        : { cert: path.resolve(env.TLS_CERT), key: path.resolve(env.TLS_KEY) },
  }
}

/** Returns a warning for each obsolete setting that is still set. */
export const warningsFor = (environment: Record<string, string | undefined>): string[] =>
  (environment['MAP_ARCHIVE'] ?? '').trim() === ''
    ? []
    : ['MAP_ARCHIVE has no effect any more: add the streets under Administration > Map (docs/operations.md)']

/** Returns the names of the settings that an environment has. */
export const settingsIn = (environment: Record<string, string | undefined>): string[] =>
  Object.keys(settings.shape).filter((name) => (environment[name] ?? '') !== '')

/**
 * Reads the settings of a command of the operator and the folder of its argument. npm runs scripts in the repository
 * and passes the directory of the caller in INIT_CWD.
 * @returns the absolute path of the folder; null without an argument
 */
export function readCommandConfig(
  environment: Record<string, string | undefined>,
  argument: string | undefined,
): { config: Config; folder: string | null } {
  const folder = argument === undefined ? null : path.resolve(environment['INIT_CWD'] ?? '.', argument)
  return { config: readConfig(environment), folder }
}

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')

/** A request cannot have a name and a password in its address. */
const isSource = (value: string): boolean => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

const isName = (name: string): boolean => isIPv4(name) || isIPv6(name) || /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/.test(name)

function isAddress(part: string): boolean {
  const [address = '', bits, ...more] = part.split('/')
  if (more.length > 0 || !(isIPv4(address) || isIPv6(address))) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128))
}
