import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'

interface HttpsReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends a request by HTTPS and trusts only this authority. @throws an error if the certificate is not valid for the host. */
export function httpsRequest(
  url: string,
  ca: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<HttpsReply> {
  return new Promise((resolve, reject) => {
    const content = body === undefined ? undefined : JSON.stringify(body)
    const type = content === undefined ? {} : { 'content-type': 'application/json' }
    const sent = request(url, { ca, method, headers: { ...type, ...headers }, agent: false }, (reply) => {
      text(reply).then((received) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: received }), reject)
    })
    sent.once('error', reject)
    sent.end(content)
  })
}
