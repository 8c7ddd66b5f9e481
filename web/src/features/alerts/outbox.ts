import { useSyncExternalStore } from 'react'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alertTokens, keepAlertToken } from '../../platform/alert-tokens.ts'
import { call } from '../../platform/http.ts'
import { socket } from '../../platform/socket.ts'
import { createOutbox, type UnsentSos } from './create-outbox.ts'
import { durableStores, type KeptSos } from './outbox-store.ts'
import type { RaiseReply } from './raise.machine.ts'

/** Milliseconds after which a try without any answer counts as failed; the same id makes another one harmless. */
const TRY_MS = 8_000

/** The token of the newest alert of this device: by it the unit knows that a second SOS belongs to the first. */
function newestToken(): string | undefined {
  const tokens = alertTokens()
  const newest = Object.keys(tokens).reduce((latest, id) => (id > latest ? id : latest), '') // ids sort by time
  return tokens[newest]
}

async function post({ clientId, latitude, longitude, accuracy }: KeptSos): Promise<RaiseReply> {
  const answer = await call(alertRoutes.raise, {
    body: { clientId, latitude, longitude, accuracy, textContent: '' },
    alertToken: newestToken(),
    timeoutMs: TRY_MS,
    keepalive: true,
  })
  // Here alone the answer is checked: what a Wi-Fi's sign-in page says to everything must not pass for help that is coming.
  const reply = alertRoutes.raise.reply.parse(answer)
  if (reply.alertToken !== undefined) keepAlertToken(reply.id, reply.alertToken)
  return reply
}

export const outbox = createOutbox({ stores: durableStores, post })

/** Once, before the first render: goes on with what is unsent, now and whenever the network may have come back. */
export function startOutbox() {
  const nudge = () => void outbox.nudge()
  window.addEventListener('online', nudge)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') nudge()
  })
  socket.on('connect', nudge)
  void outbox.restore()
}

const unsentSos = () => outbox.unsent()

/** SOS of this device that nobody has received yet. */
export function useUnsentSos(): readonly UnsentSos[] {
  const all = useSyncExternalStore(outbox.watch, unsentSos)
  return all.filter(({ isRaised }) => !isRaised)
}
