import { newId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import {
  deleteSettingIfEqual,
  lockSetting,
  readSetting,
  writeSetting,
} from '#/features/accounts/server/stored-settings.service.ts'

/** Milliseconds after which the work of a process that was killed no longer keeps others from it. */
const ABANDONED_MS = 60_000

interface Claim {
  readonly id: string
  readonly at: number
}

/**
 * Does work that several administrators may begin at the same time, in any process, and of which each step is a transaction of its
 * own.
 * @param key the setting that records that the work is being done
 * @returns null, without any work, while another request does it
 */
export async function oneAtATime<Result>(
  { db, transaction, now }: Pick<Deps, 'db' | 'transaction' | 'now'>,
  key: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const claim: Claim = { id: newId(), at: now().getTime() }
  const isClaimed = await transaction(async (tx) => {
    await lockSetting(tx, key)
    const other = await readSetting<Claim>(tx, key)
    if (other !== undefined && Math.abs(claim.at - other.at) < ABANDONED_MS) return false
    await writeSetting(tx, key, claim)
    return true
  })
  if (!isClaimed) return null
  try {
    return await work()
  } finally {
    await deleteSettingIfEqual(db, key, claim)
  }
}
