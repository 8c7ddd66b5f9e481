import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { Route } from '@noroshi/contract/define'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { API_BASE } from '@noroshi/contract/routes'

/** Creates a group of the users with these tokens, and starts its radio chat. @returns its thread id */
export async function startChannel(url: string, token: string, members: readonly string[]): Promise<string> {
  const ids = await Promise.all(
    members.map(async (member) => accountRoutes.me.reply.parse(await request(url, member, accountRoutes.me)).id),
  )
  const body = { name: 'Channel', description: '', recipients: ids }
  const { id } = threadRoutes.createGroup.reply.parse(await request(url, token, threadRoutes.createGroup, '', body))
  await request(url, token, radioRoutes.start, id)
  return id
}

async function request(url: string, token: string, route: Route, threadId = '', body?: object): Promise<unknown> {
  const response = await fetch(url + API_BASE + route.path.replace(':threadId', threadId), {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${route.path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
