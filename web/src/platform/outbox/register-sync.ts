import { newId } from '../ids.ts'
import { SYNC_TAG } from './shared-command.ts'

/** A registration with Background Sync, which only Chromium has. */
export interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/**
 * Asks the browser to start the service worker when the network is back, even if no page is open. Each request has a
 * new tag: Chromium delays a tag whose event failed by minutes, and a second registration of the tag has no effect.
 * @returns whether the browser will do it. The user can turn it off.
 */
export async function registerSync({ sync }: SyncRegistration): Promise<boolean> {
  if (sync === undefined) return false
  return sync.register(`${SYNC_TAG} ${newId()}`).then(
    () => true,
    () => false,
  )
}
