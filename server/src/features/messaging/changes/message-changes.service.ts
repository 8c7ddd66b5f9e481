import { setTimeout } from 'node:timers/promises'
import { MESSAGE_EDIT_HOURS, MESSAGE_VERSIONS_MAX, REACTION_EMOJI_MAX } from '@noroshi/contract/limits'
import type { z } from 'zod'
import type { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { discardReceived } from '#/features/files/files.service.ts'
import { searchTextOf } from '#/features/files/transcripts.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { takeMentions } from '../mentions.service.ts'
import { changeMessage } from './change-message.service.ts'
import { deleteWithin } from './message-deletion.service.ts'
import { ENVELOPE_BYTES, takeFanOut } from '../messages.service.ts'
import type { AlertThread, OpenAlertThread } from '../messaging.service.ts'
import type { MessageRow } from '../messaging.sql.ts'
import { gramsOfMessage } from '../search/grams.ts'
import { membershipIn } from '../threads.service.ts'
import { lockThread, raiseThreadVersion } from '../threads.sql.ts'
import {
  countVersions,
  idOfClient,
  placeOf,
  reactionsTo,
  setReaction,
  type SentPlace,
  updateText,
  versionsOf,
} from './message-changes.sql.ts'

const HOUR = 3_600_000

/** Services of other features. */
export interface ChangePorts {
  readonly openAlertThread: OpenAlertThread
}

/** @throws message.notFound (404) */
export async function existingPlace(db: Db, id: string): Promise<SentPlace> {
  const place = await placeOf(db, id)
  if (!place) throw new AppError('message.notFound')
  return place
}

/** @throws message.notFound (404) for a viewer who is no member of the thread */
export const membershipOfReader = (db: Db, viewer: SignedIn, threadId: string) =>
  membershipIn(db, viewer, threadId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'thread.notFound' ? new AppError('message.notFound') : error
  })

/** Opens the alert in whose chat a message is. @throws message.notFound (404) for a viewer who may not write there */
const alertOfReader = ({ openAlertThread }: ChangePorts, viewer: SignedIn, threadId: string): Promise<AlertThread> =>
  openAlertThread(viewer, threadId).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('message.notFound') : error
  })

/**
 * Returns where a message is, with the alert if it is in the chat of one. Call it before a transaction, because an alert is opened
 * on another connection, for which transactions would wait in turn. A message stays where it is.
 * @throws message.notFound (404), also for a viewer who may not write to the alert
 */
async function openPlace(deps: Deps, ports: ChangePorts, viewer: SignedIn, id: string) {
  const place = await existingPlace(deps.db, id)
  const isOfAlert = place.message_type === 'alertChat'
  return { place, alert: isOfAlert ? await alertOfReader(ports, viewer, place.thread_id) : undefined }
}

/** @throws message.notFound (404) for a viewer who may not read the message */
export async function assertReads(deps: Deps, ports: ChangePorts, viewer: SignedIn, id: string): Promise<void> {
  const { place, alert } = await openPlace(deps, ports, viewer, id)
  if (!alert) await membershipOfReader(deps.db, viewer, place.thread_id)
}

/**
 * Checks that the viewer may read a message of a personal thread or a group.
 * @throws message.notFound (404); message.isRecord (403) for a message in the chat of an alert
 */
export async function assertReadsChat(db: Db, viewer: SignedIn, id: string): Promise<void> {
  const place = await existingPlace(db, id)
  if (place.message_type === 'alertChat') throw new AppError('message.isRecord')
  await membershipOfReader(db, viewer, place.thread_id)
}

/**
 * Returns where a message is that is no record. Call it before the transaction of the change.
 * @throws message.notFound (404), message.isRecord (403) for a message in the chat of an alert
 */
export async function changeablePlace(deps: Deps, ports: ChangePorts, viewer: SignedIn, id: string): Promise<SentPlace> {
  const { place, alert } = await openPlace(deps, ports, viewer, id)
  if (alert) throw new AppError('message.isRecord')
  return place
}

/**
 * Refuses a change that transmissions of the radio do not have: their speaker corrects the text of the recording
 * (`corrections.service.ts`), and the pinned messages are above the chat.
 * @throws message.notFound (404), message.isRecord (403)
 */
export async function refuseTransmission(db: Db, viewer: SignedIn, { message_type, thread_id }: SentPlace): Promise<void> {
  if (message_type !== 'asrChat') return
  await membershipOfReader(db, viewer, thread_id)
  throw new AppError('message.isRecord')
}

/**
 * Locks the thread of a message that the viewer may change, and raises its version: a reply that is being sent then quotes the
 * message as it is afterwards (`send.sql.ts`).
 * @throws message.notFound (404)
 */
export async function lockForChange(deps: Deps, tx: Tx, viewer: SignedIn, { thread_id }: SentPlace) {
  await lockThread(tx, thread_id)
  const member = await membershipOfReader(tx, viewer, thread_id)
  await raiseThreadVersion(tx, thread_id, deps.now())
  return member
}

type Edit = z.output<typeof messageChangeRoutes.edit.body>

/**
 * Replaces the text of an own message.
 * @throws message.notFound (404); message.notYours, message.isRecord, thread.blocked (403); message.isDeleted, message.isPoll,
 * message.tooOld, message.tooManyEdits (409); tooManyRequests (429)
 */
export async function editMessage(
  deps: Deps,
  ports: ChangePorts,
  viewer: SignedIn,
  id: string,
  { text, mentions: given }: Edit,
): Promise<Message> {
  const place = await changeablePlace(deps, ports, viewer, id)
  await refuseTransmission(deps.db, viewer, place)
  const mentions = await takeMentions(deps, viewer, { threadId: place.thread_id, text, mentions: given })
  return deps.transaction(async (tx) => {
    const member = await lockForChange(deps, tx, viewer, place)
    authorize(viewer, 'message:edit', { senderId: place.sender_id, isGroupAdmin: false }, 'message.notYours')
    authorize(viewer, 'thread:write', { isMember: true, isBlocked: Boolean(member.is_blocked) }, 'thread.blocked')
    return changeMessage(tx, id, null, async (before) => {
      if (before.deletion === null && before.text === text) return // a repetition, which may arrive late
      assertEditable(before, text, deps.now())
      takeFanOut(deps, viewer, { threadId: place.thread_id, text })
      const number = await countVersions(tx, id)
      if (number >= MESSAGE_VERSIONS_MAX) throw new AppError('message.tooManyEdits')
      const grams = gramsOfMessage({ text, transcript: await searchTextOf(tx, id) })
      await updateText(tx, id, number, { text, grams, mentions, at: deps.now() })
    })
  })
}

function assertEditable({ deletion, created_at, medias, latitude, poll }: MessageRow, text: string, now: Date): void {
  if (deletion !== null) throw new AppError('message.isDeleted')
  if (poll !== null) throw new AppError('message.isPoll')
  if (now.getTime() - created_at.getTime() > MESSAGE_EDIT_HOURS * HOUR)
    throw new AppError('message.tooOld', { hours: MESSAGE_EDIT_HOURS })
  if (text === '' && medias.length === 0 && latitude === null) throw new AppError('invalid')
}

/**
 * Deletes a message for everyone, with its files. A repetition changes nothing.
 * @throws message.notFound (404); message.notYours, message.isRecord (403)
 */
export async function deleteMessage(deps: Deps, ports: ChangePorts, viewer: SignedIn, id: string): Promise<Message> {
  const place = await changeablePlace(deps, ports, viewer, id)
  const { message, files } = await deps.transaction(async (tx) => {
    const member = await lockForChange(deps, tx, viewer, place)
    const facts = { senderId: place.sender_id, isGroupAdmin: member.kind === 'group' && member.is_admin }
    authorize(viewer, 'message:delete', facts, 'message.notYours')
    return deleteWithin(deps, tx, id, viewer.id)
  })
  await discardReceived(deps, files)
  return message
}

/** Milliseconds after which a request that its device has given up is stored or lost. */
const ON_THE_WAY_MS = 1_000

/** Deletes the message that the viewer sent with this client id, if it has arrived. @throws message.isRecord (403) */
export async function deleteSent(deps: Deps, ports: ChangePorts, viewer: SignedIn, clientId: string): Promise<Message | null> {
  let id = await idOfClient(deps.db, viewer.id, clientId)
  if (id === undefined) {
    await setTimeout(ON_THE_WAY_MS)
    id = await idOfClient(deps.db, viewer.id, clientId)
  }
  if (id === undefined) return null
  return deleteMessage(deps, ports, viewer, id).catch((error: unknown) => {
    // The sender has left the thread meanwhile.
    if (error instanceof AppError && error.code === 'message.notFound') return null
    throw error
  })
}

/** Returns the earlier texts of a message, the oldest first. @throws message.notFound (404) */
export async function listVersions(deps: Deps, ports: ChangePorts, viewer: SignedIn, id: string) {
  await assertReads(deps, ports, viewer, id)
  const rows = await versionsOf(deps.db, id)
  return { items: rows.map(({ text, written_at }) => ({ text, writtenAt: written_at.toISOString() })), nextCursor: null }
}

/** One emoji as Unicode recommends it, which the picker's are. */
const EMOJI = /^\p{RGI_Emoji}$/v

/**
 * Sets the reaction of the viewer to a message; null takes it back.
 * @throws message.notFound (404); message.notAReaction (400); thread.blocked (403); message.isDeleted, message.tooManyReactions (409);
 * tooManyRequests (429)
 */
export async function reactToMessage(
  deps: Deps,
  ports: ChangePorts,
  viewer: SignedIn,
  id: string,
  emoji: string | null,
): Promise<Message> {
  if (emoji !== null && !EMOJI.test(emoji)) throw new AppError('message.notAReaction')
  const { place, alert } = await openPlace(deps, ports, viewer, id)
  return deps.transaction(async (tx) => {
    if (!alert) {
      await lockThread(tx, place.thread_id)
      const { is_blocked } = await membershipOfReader(tx, viewer, place.thread_id)
      authorize(viewer, 'thread:write', { isMember: true, isBlocked: Boolean(is_blocked) }, 'thread.blocked')
    }
    return changeMessage(tx, id, alert?.rooms ?? null, async ({ deletion, text, reactions }) => {
      if (deletion !== null) throw new AppError('message.isDeleted')
      const own = reactions?.find(({ user_id }) => user_id === viewer.id)
      if ((own?.emoji ?? null) === emoji) return
      const others = new Set(reactions?.flatMap((reaction) => (reaction === own ? [] : [reaction.emoji])))
      if (emoji !== null && !others.has(emoji) && others.size >= REACTION_EMOJI_MAX)
        throw new AppError('message.tooManyReactions')
      takeFanOut(deps, viewer, { threadId: place.thread_id, text }, alert, ENVELOPE_BYTES)
      await setReaction(tx, id, viewer.id, emoji, deps.now())
    })
  })
}

/** Returns who reacted to a message. @throws message.notFound (404) */
export async function listReactions(deps: Deps, ports: ChangePorts, viewer: SignedIn, id: string) {
  await assertReads(deps, ports, viewer, id)
  const rows = await reactionsTo(deps.db, id)
  const items = rows.map(({ person, emoji, created_at }) => ({
    person: presentPerson(person),
    emoji,
    createdAt: created_at.toISOString(),
  }))
  return { items, nextCursor: null }
}
