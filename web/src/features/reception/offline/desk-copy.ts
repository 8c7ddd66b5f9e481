import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { RegisteredPerson } from '@noroshi/contract/reception/people'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { storedKey } from '../../../platform/store/stored-key.ts'
import { allRegistered } from '../all-registered.ts'
import type { Sealed } from './desk-cipher.ts'
import { deskVault, useDeskState } from './desk-vault.ts'

/** Milliseconds after which the copy is fetched again. Each page of a register is an entry of the audit log. */
const COPY_EVERY_MS = 5 * 60_000
/** Milliseconds without contact after which the copy is deleted. */
const COPY_KEPT_MS = 24 * 3_600_000
const PURPOSE = 'copy of the register'

/** The beginning of the keys of the encrypted copies, which are on disk. */
export const deskCopyKey = storedKey('deskCopy')
/** The beginning of the keys of opened copies, which are in memory only. */
const openedCopyKey = ['openedDeskCopy'] as const

/** The people who are inside or elsewhere, and the time of the copy. */
const Copy = z.object({ at: z.string(), people: z.array(RegisteredPerson) })
export type DeskCopy = z.output<typeof Copy>

interface SealedCopy {
  /** The time of the copy. */
  readonly at: string
  readonly sealed: Sealed
}
const isExpired = ({ at }: SealedCopy): boolean => Date.now() - Date.parse(at) > COPY_KEPT_MS

async function fetchCopy(placeId: string): Promise<SealedCopy> {
  const at = new Date().toISOString()
  const choice = { need: null, text: '' }
  const inside = await allRegistered(placeId, { ...choice, filter: 'inside' })
  const elsewhere = await allRegistered(placeId, { ...choice, filter: 'elsewhere' })
  return { at, sealed: await deskVault.seal(placeId, PURPOSE, { at, people: [...inside, ...elsewhere] }) }
}

/**
 * The encrypted copy of the people in a shelter. null deletes it on disk: the session has no role at the shelter any more, or
 * there was no contact for a day.
 */
export const deskCopyQuery = (placeId: string) =>
  queryOptions({
    queryKey: [...deskCopyKey, placeId] as const,
    queryFn: async ({ client, queryKey }): Promise<SealedCopy | null> => {
      try {
        return await fetchCopy(placeId)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        const known = client.getQueryData<SealedCopy | null>(queryKey)
        if (known && isExpired(known)) return null
        throw error
      }
    },
    staleTime: COPY_EVERY_MS,
    refetchInterval: COPY_EVERY_MS,
    meta: { storedForMs: COPY_KEPT_MS },
  })

/** Keeps the copy of a desk that works without a connection, and returns it while the desk is open; null: there is none. */
export function useDeskCopy(placeId: string): DeskCopy | null {
  const cache = useQueryClient()
  const state = useDeskState(placeId)
  const { data: stored } = useQuery({ ...deskCopyQuery(placeId), enabled: state === 'locked' || state === 'open' })
  const isOpen = state === 'open'
  const sealed = stored && !isExpired(stored) ? stored.sealed : null
  const { data: copy } = useQuery({
    queryKey: [...openedCopyKey, placeId, sealed?.iv],
    queryFn: async () => (sealed ? Copy.parse(await deskVault.open(placeId, PURPOSE, sealed)) : null),
    enabled: isOpen && sealed !== null,
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
  })
  useEffect(() => {
    if (!isOpen) cache.removeQueries({ queryKey: openedCopyKey })
  }, [isOpen, cache])
  return isOpen && sealed !== null ? (copy ?? null) : null
}
