import { isIPv4, isIPv6 } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'

/** A setting that is there without a value is not set. */
const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema)
const optional = <Schema extends z.ZodType>(schema: Schema) => given(schema.optional())
const flag = z.stringbool({ truthy: ['1', 'true', 'yes'], falsy: ['0', 'false', 'no'] })

/** Every setting of the environment; `.env.example` says the same in the operator's words. */
export const settings = z.object({
  /** TCP port of web, API, realtime and files. */
  PORT: given(z.coerce.number().int().min(0).max(65_535).default(3000)),
  /** Address to listen on. */
  HOST: given(z.string().default('0.0.0.0')),
  /** Folder of database, files and keys. */
  DATA_DIR: given(z.string().default('./data')),
  /** The address under which people reach the unit, for links. */
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  /** Addresses or ranges of reverse proxies whose X-Forwarded-For is believed, with commas between; empty: none. */
  TRUST_PROXY: optional(
    z.string().refine((value) => value.split(',').every((part) => isAddress(part.trim())), 'must be addresses or ranges'),
  ),
  /** A PostgreSQL of version 15 or later instead of the embedded one. */
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')),
  /** The mail server for reset links; empty: no mail is sent. Needs PUBLIC_URL, from which its links are made. */
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be like smtp://user:password@host:587 or smtps://' })),
  /** A z/x/y address of raster tiles; empty: no request leaves this origin. */
  TILE_URL: optional(z.string().regex(/^https?:\/\/.*\{z\}.*\{x\}.*\{y\}/, 'must hold {z}, {x} and {y}')),
  /** A PMTiles file of the region's streets in Protomaps' schema. */
  MAP_ARCHIVE: optional(z.string()),
  /** Asked with HEAD to learn whether the unit reaches the internet; empty: never asked. */
  INTERNET_CHECK_URL: optional(z.url({ protocol: /^https?$/ })),
  /** Megabytes of one uploaded file. */
  MAX_UPLOAD_MB: given(z.coerce.number().positive().max(4096).default(UPLOAD_MB_DEFAULT)),
  /** Opens GET /metrics to its bearer; empty: no metrics. */
  METRICS_TOKEN: optional(z.string().min(16)),
  /** Whether browsers may reach the unit by https (behind a proxy that ends TLS): cookies are then marked Secure. */
  HTTPS: given(flag.default(false)),
})

export interface Config {
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  readonly publicUrl: string | null
  readonly trustProxy: readonly string[]
  readonly databaseUrl: string | null
  readonly smtpUrl: string | null
  readonly tileUrl: string | null
  /** Absolute. */
  readonly mapArchive: string | null
  readonly internetCheckUrl: string | null
  readonly maxUploadMb: number
  readonly metricsToken: string | null
  readonly https: boolean
}

/** @throws an Error with one line that names each setting which is not right. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = settings.safeParse(environment)
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  const env = parsed.data
  if (env.SMTP_URL !== undefined && env.PUBLIC_URL === undefined)
    throw new Error('SMTP_URL: needs PUBLIC_URL, the address that the links in mails begin with')
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(env.DATA_DIR),
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    trustProxy: env.TRUST_PROXY?.split(',').map((part) => part.trim()) ?? [],
    databaseUrl: env.DATABASE_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    tileUrl: env.TILE_URL ?? null,
    mapArchive: env.MAP_ARCHIVE === undefined ? null : path.resolve(env.MAP_ARCHIVE),
    internetCheckUrl: env.INTERNET_CHECK_URL ?? null,
    maxUploadMb: env.MAX_UPLOAD_MB,
    metricsToken: env.METRICS_TOKEN ?? null,
    https: env.HTTPS,
  }
}

function isAddress(part: string): boolean {
  const [address = '', bits, ...more] = part.split('/')
  if (more.length > 0 || !(isIPv4(address) || isIPv6(address))) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128))
}
