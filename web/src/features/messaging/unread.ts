import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import { readStored, writeStored } from '../../platform/storage.ts'
import { threadsQuery, unreadPersonalQuery } from './messaging.queries.ts'

/** Unread messages of group chats by thread id: a local copy of the server's counts (specification, section 3). */
const STORAGE_KEY = 'unreadGroupChats'
const StoredCounts = z.record(z.string(), z.number())

function readCounts(): Record<string, number> {
  try {
    return StoredCounts.parse(JSON.parse(readStored(STORAGE_KEY) ?? '{}'))
  } catch {
    return {} // unreadable: the server's counts replace it
  }
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

/** Returns the number of personal threads with unread messages and the number of unread group messages. */
export function useUnread(): { personal: number; groups: number } {
  const { data: personal } = useQuery(unreadPersonalQuery)
  const { data: groups } = useQuery(threadsQuery('group'))
  const counts = useMemo(
    () => groups && Object.fromEntries(groups.items.map(({ id, unreadMessagesCount }) => [id, unreadMessagesCount])),
    [groups],
  )
  useEffect(() => {
    if (counts) writeStored(STORAGE_KEY, JSON.stringify(counts))
  }, [counts])
  return { personal: personal?.count ?? 0, groups: sum(counts ?? readCounts()) }
}
