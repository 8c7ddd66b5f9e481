import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { GroupForm, MessageThread, threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { isUniqueViolation } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { activeOf } from '#/features/accounts/people-by-id.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { threadRoom, userRoom } from '#/realtime/rooms.ts'
import { groupOfClient, insertGroup, updateGroup } from './groups.sql.ts'
import { changeGroup } from './members.service.ts'
import { insertMembers } from './members.sql.ts'
import { readShared, readThread, tellChanged } from './threads.service.ts'
import { insertMarks, touchThread } from './threads.sql.ts'

type NewGroupForm = z.output<typeof threadRoutes.createGroup.body>

/** @throws user.notFound (404) for somebody unknown or deactivated; conflict (409) when the same `clientId` made another group. */
export async function createGroup(deps: Deps, viewer: SignedIn, form: NewGroupForm): Promise<MessageThread> {
  try {
    const id = await deps.transaction((tx) => make(deps, tx, viewer, form))
    return await readThread(deps.db, viewer, id)
  } catch (error) {
    if (form.clientId === undefined || !isUniqueViolation(error, 'thread_groups_by_client')) throw error
    const made = await groupOfClient(deps.db, viewer.id, form.clientId)
    if (!made?.content_hash?.equals(contentHash(form))) throw new AppError('conflict')
    return readThread(deps.db, viewer, made.thread_id)
  }
}

async function make(deps: Deps, tx: Tx, viewer: SignedIn, form: NewGroupForm): Promise<string> {
  const [id, at] = [uuidv7(), deps.now()]
  const { name, description, clientId = null } = form
  await insertGroup(tx, { id, name, description, createdBy: viewer.id, clientId, contentHash: contentHash(form), at })
  const others = await peopleToAdd(tx, form.recipients, viewer)
  if (others.length === 0) throw nobodyChosen()
  const people = [viewer.id, ...others]
  await insertMarks(tx, id)
  const members = people.map((userId) => ({ userId, isAdmin: userId === viewer.id, hasAccepted: true }))
  await insertMembers(tx, id, members, at)
  await touchThread(tx, id, at, people.length)
  tx.beforeTelling(() => deps.realtime.joinRoom(people, threadRoom(id)))
  tx.announce('message-threads:new_group', people.map(userRoom), await readShared(tx, id))
  return id
}

/** Each once, without oneself. @throws user.notFound (404). */
export async function peopleToAdd(tx: Tx, userIds: readonly string[], viewer: SignedIn): Promise<string[]> {
  const others = [...new Set(userIds)].filter((id) => id !== viewer.id)
  const active = await activeOf(tx, others)
  if (others.some((id) => !active.has(id))) throw new AppError('user.notFound')
  return others
}

const nobodyChosen = () =>
  new AppError('invalid', {}, [
    { code: 'custom', path: ['recipients'], message: 'messages.group.nobodyChosen', input: undefined },
  ])

const contentHash = ({ name, description, recipients }: NewGroupForm): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, description, recipients]))
    .digest()

/** @throws thread.notFound (404); thread.notAllowed (403) for who is no admin of it. */
export async function editGroup(deps: Deps, viewer: SignedIn, id: string, { name, description }: z.output<typeof GroupForm>) {
  return changeGroup(deps, viewer, id, 'group:edit', null, async (tx) => {
    await updateGroup(tx, id, { name, description }, deps.now())
    await touchThread(tx, id, deps.now())
    await tellChanged(tx, id)
    return readThread(tx, viewer, id)
  })
}
