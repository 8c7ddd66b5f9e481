import { command, socket } from '../../platform/connection/socket.ts'
import { createDeliveryReporter } from './create-delivery-reporter.ts'

/** The delivery reporter of this page. While the socket is disconnected it sends nothing; it retries later. */
export const deliveryReporter = createDeliveryReporter(async (alertIds) => {
  if (!socket.connected) return false
  const { ok } = await command('alert:delivered', { alertIds })
  return ok
})
