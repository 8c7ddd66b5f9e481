import { command, socket } from '../../platform/connection/socket.ts'

const reported = new Set<string>()

/** Reports once that this device has questions. What was not acknowledged is reported with the next call. */
export async function reportDelivered(rollCallIds: readonly string[]): Promise<void> {
  const ids = rollCallIds.filter((id) => !reported.has(id))
  if (ids.length === 0 || !socket.connected) return
  for (const id of ids) reported.add(id)
  const { ok } = await command('roll-call:delivered', { rollCallIds: ids })
  if (!ok) for (const id of ids) reported.delete(id)
}
