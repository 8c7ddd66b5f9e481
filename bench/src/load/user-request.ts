import type { z } from 'zod'
import type { Route } from '@noroshi/contract/define'
import { API_BASE } from '@noroshi/contract/routes'

/**
 * Returns a function that sends a request with a JSON body as the user of a token. It returns the parsed reply and
 * throws for an error status.
 * @param url of the server
 */
export const requestsTo =
  (url: string) =>
  async <const Declared extends Route>(
    token: string,
    route: Declared,
    body?: object,
    params: Readonly<Record<string, string>> = {},
  ): Promise<z.output<Declared['reply']>> => {
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const reply = await fetch(url + API_BASE + path, {
      method: route.method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return route.reply.parse(await reply.json()) as z.output<Declared['reply']> // the output of its schema
  }
