import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { httpsRoutes } from '@noroshi/contract/https/https.http'
import { API_BASE } from '@noroshi/contract/addresses'
import { call } from '../../platform/connection/http.ts'
import { PROBE_MS, PROBE_TIMEOUT_MS } from '../../platform/tuning.ts'

export const httpsInfoQuery = queryOptions({
  queryKey: ['https', 'info'],
  queryFn: async () => (await call(httpsRoutes.info)).https,
})

/** The HTTPS port of this server; null without one, undefined while loading. */
export const useHttpsInfo = () => useQuery(httpsInfoQuery)

/** Returns the HTTPS origin of the server under the name by which this page was opened. */
export const secureOriginOf = (port: number): string => `https://${window.location.hostname}:${port}`

/** Returns whether this device trusts the certificate of an HTTPS origin. */
export async function isTrusted(origin: string): Promise<boolean> {
  try {
    const response = await fetch(origin + API_BASE + httpsRoutes.probe.path, {
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    })
    return response.ok
  } catch {
    return false // the browser refuses the certificate, or the port is unreachable
  }
}

/** Whether this device trusts the server, checked again until it does. A page that is secure checks nothing. */
export function useTrusted(port: number | undefined): boolean {
  const origin = port === undefined ? null : secureOriginOf(port)
  const { data = false } = useQuery({
    queryKey: ['https', 'trusted', origin],
    queryFn: window.isSecureContext || origin === null ? skipToken : () => isTrusted(origin),
    refetchInterval: ({ state }) => (state.data === true ? false : PROBE_MS),
  })
  return data
}
