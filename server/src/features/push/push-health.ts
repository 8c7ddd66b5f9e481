import { OTHER_SERVICES, readDeliveries } from '#/features/health/delivery-counts.service.ts'
import { type HealthCheck, numberFact } from '#/features/health/health-check.service.ts'
import { countPending } from './notifications.sql.ts'

/** The push services of the browsers. */
const SERVICES = ['fcm.googleapis.com', 'push.apple.com', 'push.services.mozilla.com', 'notify.windows.com']

/**
 * Returns the name by which a push service is counted: few names, since members choose the addresses of their subscriptions.
 * @param localOrigins those that the operator allows
 */
export function serviceOf(origin: string, localOrigins: readonly string[]): string {
  const { host } = new URL(origin)
  if (localOrigins.includes(origin)) return host
  return SERVICES.find((service) => host === service || host.endsWith(`.${service}`)) ?? OTHER_SERVICES
}

/** Whether the push services accept notifications. */
export const pushCheck: HealthCheck = {
  name: 'push',
  async read(deps) {
    if (deps.config.push === null) return null
    const reading = await readDeliveries(deps, 'push', { failing: 'pushFails', none: 'pushNone' })
    return { ...reading, facts: [...reading.facts, numberFact('count', 'waitingPushes', await countPending(deps.db))] }
  },
}
