import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import { readStored, writeStored } from '../../platform/storage.ts'
import { threadsQuery, unreadPersonalQuery } from './messaging.queries.ts'

/** Unread group chats: thread id -> number, kept on this device (specification, section 3) as the mirror of what the unit says. */
const KEY = 'unreadGroupChats'
const Mirror = z.record(z.string(), z.number())

function mirrored(): Record<string, number> {
  try {
    return Mirror.parse(JSON.parse(readStored(KEY) ?? '{}'))
  } catch {
    return {} // unreadable: the unit will say
  }
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

/** Personal threads with something unread, and unread messages of groups. */
export function useUnread(): { personal: number; groups: number } {
  const { data: personal } = useQuery(unreadPersonalQuery)
  const { data: groups } = useQuery(threadsQuery('group'))
  const counts = useMemo(
    () => groups && Object.fromEntries(groups.items.map(({ id, unreadMessagesCount }) => [id, unreadMessagesCount])),
    [groups],
  )
  useEffect(() => {
    if (counts) writeStored(KEY, JSON.stringify(counts))
  }, [counts])
  return { personal: personal?.count ?? 0, groups: sum(counts ?? mirrored()) }
}
