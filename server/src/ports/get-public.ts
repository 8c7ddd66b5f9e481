import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { PrivateAddress, publicLookup } from './push/public-address.ts'

/** Why a request failed. `notAllowed`: the server does not request this address. */
type GetProblem = 'unreachable' | 'notAllowed' | 'tooLarge'

export class GetFailed extends Error {
  readonly problem: GetProblem
  constructor(problem: GetProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

interface GetOptions {
  /** Origins of the local network that the operator allows, also without HTTPS. */
  readonly localOrigins: readonly string[]
  /** Bytes. */
  readonly maxBytes: number
  /** The ETag of the last reply; null: none. */
  readonly validator?: string | null
  /** Max milliseconds of the whole request. */
  readonly withinMs?: number
  readonly lookup?: LookupFunction
}

interface Got {
  /** null: not changed since the reply with the validator. */
  readonly body: Buffer | null
  readonly validator: string | null
}

const WITHIN_MS = 15_000
const VALIDATOR_MAX = 200

/** Returns whether an address may be requested: HTTPS to a host name on the default port, or an allowed origin. */
export function mayRequest(address: string, localOrigins: readonly string[]): boolean {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (localOrigins.includes(url.origin)) return true
  const isAddress = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
  return url.protocol === 'https:' && url.port === '' && !isAddress && url.hostname.includes('.')
}

/**
 * Requests an address that an administrator has set. A host with an address of this machine or of a private network is refused when
 * the connection is made, redirects are not followed, and the body is limited.
 * @throws GetFailed
 */
export async function getPublic(
  address: string,
  { localOrigins, maxBytes, validator = null, withinMs = WITHIN_MS, lookup = publicLookup }: GetOptions,
): Promise<Got> {
  if (!mayRequest(address, localOrigins)) throw new GetFailed('notAllowed')
  const url = new URL(address)
  const isLocal = localOrigins.includes(url.origin)
  const options = {
    headers: { 'accept-encoding': 'identity', ...(validator !== null && { 'if-none-match': validator }) },
    signal: AbortSignal.timeout(withinMs),
    agent: false as const,
    ...(!isLocal && { lookup }),
  }
  try {
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = url.protocol === 'http:' ? requestHttp(url, options, resolve) : requestHttps(url, options, resolve)
      request.on('error', reject)
      request.end()
    })
    return await readReply(reply, validator, maxBytes)
  } catch (error) {
    if (error instanceof GetFailed) throw error
    throw new GetFailed(error instanceof PrivateAddress ? 'notAllowed' : 'unreachable', { cause: error })
  }
}

async function readReply(reply: IncomingMessage, validator: string | null, maxBytes: number): Promise<Got> {
  const { statusCode, headers } = reply
  if (statusCode === 304 && validator !== null) {
    reply.destroy()
    return { body: null, validator }
  }
  if (statusCode !== 200 || headers['content-encoding'] !== undefined) {
    reply.destroy()
    throw new GetFailed('unreachable')
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new GetFailed('tooLarge') // the loop destroys the reply
    chunks.push(chunk)
  }
  const { etag = null } = headers
  return { body: Buffer.concat(chunks), validator: etag !== null && etag.length <= VALIDATOR_MAX ? etag : null }
}
