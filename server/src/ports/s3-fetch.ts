/** Max milliseconds until the store begins to reply. A request with a body gets more. */
const REPLY_TIMEOUT_MS = 30_000
const SENT_TIMEOUT_MS = 120_000

class Timeout extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * Fetches without a time limit for the body. The store must not compress, because this would change sizes and ranges. A
 * redirect is an error, because it leads to another region.
 */
export const fetchInTime: typeof fetch = async (input, init) => {
  const sends = init?.method === 'PUT' || init?.method === 'POST'
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new Timeout('no answer in time')), sends ? SENT_TIMEOUT_MS : REPLY_TIMEOUT_MS)
  // `as`: s3mini sends an object
  const headers = { ...(init?.headers as Record<string, string>), 'accept-encoding': 'identity' }
  try {
    return await fetch(input, { ...init, headers, redirect: 'manual', signal: timeout.signal })
  } finally {
    clearTimeout(timer)
  }
}
