import { command, socket } from '../../platform/socket.ts'
import { createDelivered } from './create-delivered.ts'

/** Of this page. Without a connection nobody is asked: what is held is told after the next one. */
export const delivered = createDelivered(async (alertIds) => {
  if (!socket.connected) return false
  const { ok } = await command('alert:delivered', { alertIds })
  return ok
})
