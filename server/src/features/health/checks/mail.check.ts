import { readDeliveries } from '../delivery-counts.service.ts'
import type { HealthCheck } from '../health-check.service.ts'

/** Whether the mail server accepts emails. */
export const mailCheck: HealthCheck = {
  name: 'mail',
  read: async (deps) => (deps.mail === null ? null : readDeliveries(deps, 'mail', { failing: 'mailFails', none: 'mailNone' })),
}
