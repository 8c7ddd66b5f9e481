import { randomUUID } from 'node:crypto'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousAlertRoutes } from '@noroshi/contract/alerts/anonymous-alerts.http'
import { startTestServer, type TestServer, type TestUser } from '../test-server.ts'

// Anonymous alerts from several addresses. A server with the settings `PROXY` takes the address from the header.

export const PROXY = { TRUST_PROXY: '127.0.0.1' }
export const [ATTACKER, SHELTER] = ['192.0.2.7', '198.51.100.20']
export const from = (address: string) => ({ 'x-forwarded-for': address })

export const raiseFrom = (noroshi: TestServer, address: string, alertToken?: string) =>
  noroshi.visitor.fetch(alertRoutes.raise, {
    body: { clientId: randomUUID(), textContent: 'help' },
    headers: from(address),
    alertToken,
  })
export const sourceOf = ({ deps }: TestServer, address: string) => deps.alertSources.idOf(address)
export const muteAddress = (noroshi: TestServer, admin: TestUser, address: string) =>
  admin.fetch(anonymousAlertRoutes.mute, { params: { sourceId: sourceOf(noroshi, address) } })

/** A server with a member, an administrator, and a muted address. */
export async function startMuted() {
  const noroshi = await startTestServer(PROXY)
  const [ben] = await noroshi.people('Ben')
  const kenji = await noroshi.admin('Kenji')
  const before = await raiseFrom(noroshi, ATTACKER)
  await muteAddress(noroshi, kenji, ATTACKER)
  return { noroshi, ben, kenji, before }
}
