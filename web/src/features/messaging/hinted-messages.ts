import { z } from 'zod'
import { readStored, storageKeys, writeStored } from '../../platform/session/storage.ts'

/** Max ids that the tabs of this device remember. */
const IDS_MAX = 50

const Ids = z.array(z.string()).catch([])

function claimedIds(): string[] {
  try {
    return Ids.parse(JSON.parse(readStored(storageKeys.hintedMessages) ?? '[]'))
  } catch {
    return []
  }
}

/**
 * Records that this tab notifies the user of a message, so that no other tab of this device does.
 * @returns false if a tab has done it already
 */
export function claimHint(id: string): boolean {
  const known = claimedIds()
  if (known.includes(id)) return false
  writeStored(storageKeys.hintedMessages, JSON.stringify([...known, id].slice(-IDS_MAX)))
  return true
}
