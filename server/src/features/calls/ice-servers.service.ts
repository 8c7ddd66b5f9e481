import { createHmac } from 'node:crypto'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'

/** Seconds that credentials are valid. A browser fetches new ones when a call begins. */
const VALID_SECONDS = 3600

/**
 * Returns the TURN servers with credentials of the viewer, which coturn verifies by the shared secret (`use-auth-secret`): the
 * user name is the Unix time of the expiry and the user id, the password its HMAC.
 */
export function readIceServers({ config: { turn }, now }: Deps, viewer: SignedIn) {
  if (turn === null) return { iceServers: [], expiresAt: null }
  const expiry = Math.floor(now().getTime() / 1000) + VALID_SECONDS
  const username = `${expiry}:${viewer.id}`
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64')
  return {
    iceServers: [{ urls: [...turn.urls], username, credential }],
    expiresAt: new Date(expiry * 1000).toISOString(),
  }
}
