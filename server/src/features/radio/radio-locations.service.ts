import type { RadioLocation } from '@noroshi/contract/radio/radio.http'
import type { Location } from '@noroshi/contract/location'
import type { Deps } from '#/deps.ts'
import { personOf, presentPerson } from '#/features/accounts/people/people.service.ts'
import { peopleById } from '#/features/accounts/people/people-by-id.service.ts'
import { sharingDuringRadio } from '#/features/accounts/people/user-locations.service.ts'
import { assertMayWrite } from '#/features/messaging/threads.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { radioRoom } from './radio.rooms.ts'
import { presentRadioLocation } from './radio.present.ts'
import { type ChatRow, isInChat, locationsInChat, runningChat, upsertRadioLocation } from './radio.sql.ts'

/**
 * Stores the viewer's location for the running radio chat and emits it to its members.
 * @returns false if the viewer's sharing mode forbids it; nothing is stored then
 * @throws thread.notFound (404); thread.blocked (403); radio.notRunning, radio.notJoined (409)
 */
export async function shareRadioLocation(deps: Deps, viewer: SignedIn, threadId: string, location: Location): Promise<boolean> {
  const chat = await chatOfMember(deps, viewer, threadId)
  if (!(await sharingDuringRadio(deps, [viewer.id])).has(viewer.id)) return false
  const row = { ...location, radio_chat_id: chat.id, user_id: viewer.id, thread_id: threadId, at: deps.now() }
  if (!(await upsertRadioLocation(deps.db, row))) throw new AppError('radio.notJoined')
  const hint = {
    messageThreadId: threadId,
    userId: viewer.id,
    location: presentRadioLocation(row, presentPerson(personOf(viewer))),
  }
  deps.realtime.emitHint('asr-chat:location', [radioRoom(threadId)], hint, [userRoom(viewer.id)])
  return true
}

/**
 * Returns the locations of the other members of the running radio chat, without users who share theirs no longer.
 * @throws thread.notFound (404); thread.blocked (403); radio.notRunning, radio.notJoined (409)
 */
export async function listRadioLocations(deps: Deps, viewer: SignedIn, threadId: string): Promise<RadioLocation[]> {
  const chat = await chatOfMember(deps, viewer, threadId)
  const rows = (await locationsInChat(deps.db, chat.id)).filter((row) => row.user_id !== viewer.id)
  const ids = rows.map((row) => row.user_id)
  const [people, sharing] = await Promise.all([peopleById(deps.db, ids), sharingDuringRadio(deps, ids)])
  return rows.flatMap((row) => {
    const user = people.get(row.user_id)
    return user && sharing.has(row.user_id) ? [presentRadioLocation(row, user)] : []
  })
}

/** Returns the running radio chat of a thread if the viewer is in it. */
async function chatOfMember({ db }: Deps, viewer: SignedIn, threadId: string): Promise<ChatRow> {
  await assertMayWrite(db, viewer, threadId)
  const chat = await runningChat(db, threadId)
  if (!chat) throw new AppError('radio.notRunning')
  if (!(await isInChat(db, chat.id, viewer.id))) throw new AppError('radio.notJoined')
  return chat
}
