import type { z } from 'zod'
import { UNREAD_MAX } from '@noroshi/contract/limits'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import type { radioRoutes, RadioThread } from '@noroshi/contract/radio/radio.http'
import { currentUser } from '../../platform/session/current-user.ts'
import { createPagedViews, type ListPage, type PagedList } from '../../platform/store/coverage.ts'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { createListViews, createViews } from '../../platform/store/views.ts'
import {
  floorEntity,
  historyCoverage,
  latestRadioEntity,
  radioChatEntity,
  radioListingEntity,
  radioMarksEntity,
  radioMessageEntity,
  removedRadioEntity,
} from './radio.entities.ts'
import { removedRadioSeqOf } from './radio-store.ts'

/** The running radio chat of a thread, its floor and its messages. */
export type LiveRadio = Readonly<Omit<z.output<(typeof radioRoutes)['live']['reply']>, 'removedSeq'>>

const NOT_RUNNING: LiveRadio = { radioChat: null, floor: null, messages: [] }

/** Returns a thread, which messaging has in the store; undefined until it is known. */
export type ThreadOf = (store: EntityStore, id: string) => MessageThread | undefined

const liveView = createViews<LiveRadio>()
const rowView = createViews<RadioThread>()
const rowsView = createListViews<RadioThread>()
const messageView = createViews<Message>()
const historyView = createPagedViews<Message>()

/**
 * Returns the running radio chat of a thread.
 * @param from the lowest seq of its messages that were read
 */
export function liveOf(store: EntityStore, threadId: string, from: number): LiveRadio {
  const last = store.get(radioChatEntity, threadId)
  if (!last?.running) return NOT_RUNNING
  const { running, chatId } = last
  const known = store.get(floorEntity, threadId)?.floor
  const floor = known?.radioChatId === chatId ? known : null
  const messages = store.list(radioMessageEntity, threadId).flatMap(({ id, order }) => {
    const message = order >= from ? store.get(radioMessageEntity, id) : undefined
    return message?.radio?.radioChatId === chatId ? message : []
  })
  return liveView(store, last, [floor, ...messages], () => ({ radioChat: running, floor, messages }))
}

/**
 * The radio messages of a thread, newest first. A message is only deleted with all earlier ones, which the events and the replies
 * report.
 */
export const historyOf = (threadId: string): PagedList => ({
  type: radioMessageEntity,
  coverage: historyCoverage,
  id: threadId,
  ofId: threadId,
  order: 'desc',
  idsIn: (store) => {
    const removedSeq = removedRadioSeqOf(store, threadId)
    return store.list(radioMessageEntity, threadId).flatMap(({ id, order }) => (order > removedSeq ? [id] : []))
  },
  keepsMissing: true,
})

/**
 * Returns the radio messages of a thread as far as they were read, newest first; undefined until some were.
 * @param pages the replies of the server, if any
 */
export const messagesOf = (
  store: EntityStore,
  threadId: string,
  pages: readonly ListPage[] | undefined,
): readonly Message[] | undefined =>
  historyView(store, historyOf(threadId), pages, (id) => {
    const message = store.get(radioMessageEntity, id)
    return message && messageView(store, message, [], () => message)
  })

/** Returns a row of the list of radio chats; undefined if the thread is not listed or not known. */
function rowOf(store: EntityStore, id: string, threadOf: ThreadOf): RadioThread | undefined {
  const marks = store.get(radioMarksEntity, id)
  const thread = threadOf(store, id)
  if (!marks || !thread) return undefined
  const last = store.get(radioChatEntity, id)
  const latest = store.get(latestRadioEntity, id)
  const removed = store.get(removedRadioEntity, id)
  const myId = currentUser()?.id
  return rowView(store, marks, [thread, last, latest, removed, myId], () => {
    const latestMessage = latest?.message ?? null
    const lastSeq = latestMessage?.seq ?? 0
    const seenSeq = latestMessage && latestMessage.SenderId === myId ? Math.max(marks.seenSeq, lastSeq) : marks.seenSeq
    return {
      thread,
      radioChat: last?.running ?? null,
      latestMessage,
      // Seqs have no gaps, so the messages above `seenSeq` are unread (decisions/0202).
      unreadRadioCount: Math.min(UNREAD_MAX, Math.max(0, lastSeq - seenSeq)),
      deliveredSeq: Math.max(marks.deliveredSeq, seenSeq),
      seenSeq,
      ...(removed && { removedSeq: removed.seq }),
    }
  })
}

/** Ids of radio chats and messages rise with time (decisions/0030). */
const activityOf = ({ radioChat, latestMessage, thread }: RadioThread): string =>
  [radioChat?.id, latestMessage?.id].reduce<string>((last, id) => (id !== undefined && id > last ? id : last), thread.id)

const sortByActivity = (rows: readonly RadioThread[]): RadioThread[] =>
  rows.toSorted((a, b) => (activityOf(a) > activityOf(b) ? -1 : 1))

/**
 * Returns the threads that have or had a radio chat, latest activity first; undefined until the server or the disk has
 * listed them.
 */
export function radioThreadsOf(store: EntityStore, threadOf: ThreadOf): readonly RadioThread[] | undefined {
  if (!store.get(radioListingEntity, 'all')) return undefined
  const rows = store.ids(radioMarksEntity).flatMap((id) => rowOf(store, id, threadOf) ?? [])
  return rowsView(store, 'all', rows, sortByActivity)
}
