import type { QueryClient } from '@tanstack/react-query'
import { continueOnHttps } from '../features/https/hand-over.ts'
import { httpsInfoQuery, isTrusted, secureOriginOf } from '../shared/devices/https.queries.ts'
import { outbox } from '../platform/outbox/outbox.ts'
import { paths } from '../platform/paths/paths.ts'
import { hasUnfinishedWork } from './unfinished-work.ts'

/**
 * Whether leaving this page would lose nothing. An unsent SOS is handed over, but one that is being raised is not
 * disturbed. Other entries of the outbox and drafts keep the page on HTTP until they are sent (decisions/0061).
 */
const mayLeave = () => !hasUnfinishedWork()

/** Pages that stay on HTTP. The join page has a button to HTTPS; a siren screen has its token on this origin only. */
const STAY: readonly string[] = [paths.join, paths.siren]

/**
 * Opens the same page on HTTPS if the server has a secure port and this device trusts its certificate.
 */
export async function redirectToHttps(cache: QueryClient): Promise<void> {
  if (window.isSecureContext || STAY.includes(window.location.pathname)) return
  try {
    const info = await cache.fetchQuery(httpsInfoQuery)
    if (info === null) return
    await outbox.whenRead()
    const origin = secureOriginOf(info.port)
    if (!(await isTrusted(origin)) || !mayLeave()) return
    const { pathname, search } = window.location
    await continueOnHttps(origin, pathname + search, mayLeave)
  } catch {
    // The server is unreachable. The page on HTTP stays open, and the next visit tries again.
  }
}
