import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { RadioChat, RadioFloor, RadioLocation, radioRoutes, RadioThread } from '@noroshi/contract/radio/radio.http'
import { currentUser } from '../../platform/current-user.ts'
import { radioHistoryQuery, radioLocationsQuery, radioQuery, radioThreadsQuery } from './radio.queries.ts'

type Live = z.output<(typeof radioRoutes)['live']['reply']>
type History = InfiniteData<z.output<(typeof radioRoutes)['history']['reply']>, unknown>
const NOT_RUNNING: Live = { radioChat: null, floor: null, messages: [] }

/** Returns the running radio chat after a change of one. An older version changes nothing, nor does the end of an earlier one. */
export function withRadioChat(live: Live, radioChat: RadioChat): Live {
  const known = live.radioChat
  if (known && (known.id === radioChat.id ? known.version >= radioChat.version : known.id > radioChat.id)) return live
  if (radioChat.endedAt !== null) return known === null || known.id === radioChat.id ? NOT_RUNNING : live
  return known?.id === radioChat.id ? { ...live, radioChat } : { ...NOT_RUNNING, radioChat }
}

export function withFloor(live: Live, floor: RadioFloor): Live {
  if (live.radioChat?.id !== floor.radioChatId) return live
  return live.floor && live.floor.version >= floor.version ? live : { ...live, floor }
}

const isOlder = (known: Message, next: Message) => known.version >= next.version

/** Returns the messages with a new or changed one, ordered by seq. */
function withMessage(messages: readonly Message[], message: Message): Message[] {
  const known = messages.find(({ id }) => id === message.id)
  if (known) return messages.map((each) => (each.id === message.id && !isOlder(each, message) ? message : each))
  return [...messages, message].toSorted((a, b) => a.seq - b.seq)
}

function withHistory(history: History, message: Message, isNew: boolean): History {
  const isKnown = history.pages.some(({ items }) => items.some(({ id }) => id === message.id))
  if (!isKnown && !isNew) return history
  return {
    ...history,
    pages: history.pages.map((page, index) =>
      page.items.some(({ id }) => id === message.id) || (!isKnown && index === 0)
        ? { ...page, items: withMessage(page.items, message) }
        : page,
    ),
  }
}

/** Applies a change of a radio chat to all cached queries. A thread that is not listed yet refetches the list. */
export function applyRadioChat(cache: QueryClient, radioChat: RadioChat): void {
  const { MessageThreadId: id } = radioChat
  cache.setQueryData(radioQuery(id).queryKey, (live) => live && withRadioChat(live, radioChat))
  // The end of an earlier radio chat may arrive after the start of the next one, whose locations stay.
  const isRunning = Boolean(cache.getQueryData(radioQuery(id).queryKey)?.radioChat)
  if (radioChat.endedAt !== null && !isRunning) cache.removeQueries({ queryKey: radioLocationsQuery(id).queryKey })
  const isKnown = changeThread(cache, id, (row) => {
    const { radioChat: next } = withRadioChat({ ...NOT_RUNNING, radioChat: row.radioChat }, radioChat)
    return { ...row, radioChat: next }
  })
  if (!isKnown) void cache.invalidateQueries({ queryKey: radioThreadsQuery.queryKey })
}

export function applyFloor(cache: QueryClient, floor: RadioFloor): void {
  cache.setQueryData(radioQuery(floor.messageThreadId).queryKey, (live) => live && withFloor(live, floor))
}

/** Applies a new radio message, or the transcript that follows it. */
export function applyRadioMessage(cache: QueryClient, message: Message, isNew: boolean): void {
  const { MessageThreadId: id } = message
  cache.setQueryData(radioQuery(id).queryKey, (live) => {
    if (!live?.radioChat || (!isNew && !live.messages.some((each) => each.id === message.id))) return live
    return { ...live, messages: withMessage(live.messages, message) }
  })
  cache.setQueryData(radioHistoryQuery(id).queryKey, (history) => history && withHistory(history, message, isNew))
  const isKnown = changeThread(cache, id, (row) => withLatest(row, message))
  if (!isKnown) void cache.invalidateQueries({ queryKey: radioThreadsQuery.queryKey })
}

function withLatest(row: RadioThread, message: Message): RadioThread {
  const last = row.latestMessage
  if (last && last.id === message.id) return isOlder(last, message) ? row : { ...row, latestMessage: message }
  if (last && last.seq >= message.seq) return row
  const isMine = message.SenderId === currentUser()?.id
  const isUnread = !isMine && message.seq > row.seenSeq
  return {
    ...row,
    latestMessage: message,
    unreadRadioCount: isMine ? 0 : row.unreadRadioCount + (isUnread ? 1 : 0),
    // Talking on any device marks all earlier messages as seen.
    ...(isMine && { seenSeq: message.seq, deliveredSeq: message.seq }),
  }
}

export interface RadioMarks {
  readonly deliveredSeq: number
  readonly seenSeq: number
  readonly unreadMessagesCount: number
}

/** Applies what the user received and heard on any device. */
export function applyRadioMarks(cache: QueryClient, threadId: string, marks: RadioMarks): void {
  changeThread(cache, threadId, (row) => {
    if (row.seenSeq > marks.seenSeq) return row
    const { deliveredSeq, seenSeq, unreadMessagesCount } = marks
    return {
      ...row,
      deliveredSeq: Math.max(row.deliveredSeq, deliveredSeq),
      seenSeq,
      unreadRadioCount: unreadMessagesCount,
    }
  })
}

/** Changes a row of the list and sorts it by activity. @returns false if the list is cached without the thread */
function changeThread(cache: QueryClient, id: string, change: (row: RadioThread) => RadioThread): boolean {
  const { queryKey } = radioThreadsQuery
  const list = cache.getQueryData(queryKey)
  if (!list) return true
  if (!list.items.some(({ thread }) => thread.id === id)) return false
  const items = list.items.map((row) => (row.thread.id === id ? change(row) : row))
  cache.setQueryData(queryKey, { ...list, items: sortByActivity(items) })
  return true
}

/** Ids of radio chats and messages rise with time (decisions/0030). */
const activityOf = ({ radioChat, latestMessage, thread }: RadioThread): string =>
  [radioChat?.id, latestMessage?.id].reduce<string>((last, id) => (id !== undefined && id > last ? id : last), thread.id)

export const sortByActivity = (rows: readonly RadioThread[]): RadioThread[] =>
  rows.toSorted((a, b) => (activityOf(a) > activityOf(b) ? -1 : 1))

/** Applies a shared location; null removes it. An older one that arrives late changes nothing. */
export function applyRadioLocation(cache: QueryClient, threadId: string, userId: string, location: RadioLocation | null): void {
  const { queryKey } = radioLocationsQuery(threadId)
  cache.setQueryData(queryKey, (list) => {
    if (!list) return list
    const known = list.items.find(({ user }) => user.id === userId)
    if (known && location && known.at > location.at) return list
    const others = list.items.filter(({ user }) => user.id !== userId)
    return { ...list, items: location ? [...others, location] : others }
  })
  // A list that could not be read is read again: a member at rest emits no other event.
  if (cache.getQueryState(queryKey)?.status === 'error') void cache.invalidateQueries({ queryKey })
}
