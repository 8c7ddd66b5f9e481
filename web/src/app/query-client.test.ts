import { expect, test, vi } from 'vitest'
import { ApiError, OfflineError } from '../platform/connection/http-errors.ts'
import { createQueryClient } from './query-client.ts'

const refusal = (status: number) => new ApiError(status, { code: 'invalid', message: '', issues: [] })

/** Returns how often a query that fails is sent. */
async function attemptsAfter(error: Error): Promise<number> {
  const queryFn = vi.fn(() => Promise.reject(error))
  await createQueryClient()
    .fetchQuery({ queryKey: ['failing'], queryFn, retryDelay: 0 })
    .catch(() => undefined)
  return queryFn.mock.calls.length
}

test.each([400, 401, 403, 404])('a query that the server refuses with %i is not retried', async (status) => {
  expect(await attemptsAfter(refusal(status))).toBe(1)
})

test('a query is retried once after another error', async () => {
  expect(await attemptsAfter(refusal(500))).toBe(2)
  expect(await attemptsAfter(refusal(429))).toBe(2)
  expect(await attemptsAfter(new OfflineError())).toBe(2)
})
