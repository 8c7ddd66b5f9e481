import { useConnection } from '../platform/socket.ts'
import { OfflineStrip } from '../ui/states.tsx'

/** Only while the unit cannot be reached. */
export function Strip() {
  return useConnection() === 'offline' ? <OfflineStrip /> : null
}
