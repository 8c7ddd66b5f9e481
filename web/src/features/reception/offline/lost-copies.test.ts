import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createReceiver } from '../../../platform/connection/live.ts'
import { fakeStorage } from '../../../platform/device/device.fake.ts'
import { newId } from '../../../platform/ids.ts'
import { setAccessToken } from '../../../platform/session/session.ts'
import { receptionLive } from '../reception.live.ts'
import { deskCopyQuery } from './desk-copy.ts'
import { deskVault } from './desk-vault.ts'
import { deleteLostCopies } from './lost-copies.ts'

fakeStorage()
const [kept, lost] = [newId(), newId()]
/** The shelters in which the user has a role; null: the server cannot be reached. */
let own: readonly string[] | null = null
vi.stubGlobal(
  'fetch',
  vi.fn(async (input: string) => {
    if (input.includes('/secret')) return Response.json({ secret: 'A'.repeat(43) })
    if (own === null) throw new TypeError('Failed to fetch')
    return Response.json({ items: own.map((id) => ({ place: { id } })) })
  }),
)

test('copies of shelters without a role are deleted at the start and with the event, and none without a connection', async () => {
  setAccessToken('token')
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const keyOf = (placeId: string) => [...deskCopyQuery(placeId).queryKey]
  for (const placeId of [kept, lost]) {
    await deskVault.setPin(placeId, '482913')
    cache.setQueryData(keyOf(placeId), { at: '', sealed: { iv: '', data: '' } })
  }
  await expect(deleteLostCopies(cache)).rejects.toThrow()
  expect(cache.getQueryData(keyOf(lost))).not.toBeNull()
  own = [kept]
  await deleteLostCopies(cache)
  expect([cache.getQueryData(keyOf(kept)), cache.getQueryData(keyOf(lost))]).toEqual([expect.anything(), null])
  expect([deskVault.state(kept), deskVault.state(lost)]).toEqual(['open', 'locked'])
  own = []
  createReceiver(cache, [receptionLive])('shelters:changed', {}, newId(), { isCatchUp: false })
  await vi.waitFor(() => expect(cache.getQueryData(keyOf(kept))).toBeNull())
})
