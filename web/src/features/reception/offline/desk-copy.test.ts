import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../platform/device/device.fake.ts'
import { newId } from '../../../platform/ids.ts'
import { deskCopyQuery } from './desk-copy.ts'
import { deskVault } from './desk-vault.ts'

fakeStorage()
const placeId = newId()
const DAY_MS = 86_400_000

/** The status of the replies about the register; null: the server cannot be reached. */
let status: number | null = 200
vi.stubGlobal(
  'fetch',
  vi.fn(async (input: string) => {
    if (status === null) throw new TypeError('Failed to fetch')
    if (input.includes('/secret')) return Response.json({ secret: 'A'.repeat(43) })
    const refusal = { code: 'shelter.notFound', message: '', issues: [] }
    return status === 200 ? Response.json({ items: [{ name: 'canary' }], nextCursor: null }) : Response.json(refusal, { status })
  }),
)
afterEach(() => {
  status = 200
  vi.useRealTimers()
})

async function startCopy() {
  await deskVault.setPin(placeId, '482913')
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const fetchCopy = () => cache.fetchQuery({ ...deskCopyQuery(placeId), staleTime: 0 })
  expect(JSON.stringify(await fetchCopy())).not.toContain('canary')
  return { cache, fetchCopy, stored: () => cache.getQueryData(deskCopyQuery(placeId).queryKey) }
}

test('the copy is replaced by nothing when the role was revoked', async () => {
  const { fetchCopy, stored } = await startCopy()
  status = 404
  await fetchCopy()
  expect(stored()).toBeNull()
})

test('without contact the copy stays for a day, and then is replaced by nothing', async () => {
  const { fetchCopy, stored } = await startCopy()
  status = null
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS - 60_000 })
  await expect(fetchCopy()).rejects.toThrow()
  expect(stored()).toMatchObject({ sealed: {} })
  vi.setSystemTime(Date.now() + 120_000)
  await fetchCopy()
  expect(stored()).toBeNull()
})
