import { z } from 'zod'
import { readStored, storageKeys, writeStored } from '../../../platform/session/storage.ts'

/** Max ids that the tabs of this device remember. */
const IDS_MAX = 100

const Ids = z.array(z.string()).catch([])

function ids(): string[] {
  try {
    return Ids.parse(JSON.parse(readStored(storageKeys.readAloudBegun) ?? '[]'))
  } catch {
    return []
  }
}

/** Whether a tab of this device has begun to read it aloud, or heard it otherwise. */
export const hasStarted = (id: string): boolean => ids().includes(id)

/** Records that this tab reads it, so that no tab does it again. @returns false if a tab has begun it already */
export function markStarted(id: string): boolean {
  const known = ids()
  if (known.includes(id)) return false
  writeStored(storageKeys.readAloudBegun, JSON.stringify([...known, id].slice(-IDS_MAX)))
  return true
}
