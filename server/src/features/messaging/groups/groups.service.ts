import type { z } from 'zod'
import type { GroupForm } from '@noroshi/contract/messaging/group-form'
import type { MessageThread, threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { command } from '#/db/command.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { activeIdsAmong } from '#/features/accounts/people/people-by-id.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { insertGroup, updateGroup } from './groups.sql.ts'
import { changeGroup } from './members.service.ts'
import { insertMembers } from './members.sql.ts'
import { setHidesSeen } from '../receipts/receipts.sql.ts'
import { assertNotBlockedBy } from '../relations.service.ts'
import { readShared, readThread, emitThreadChanged } from '../threads.service.ts'
import { insertWatermarks, raiseThreadVersion } from '../threads.sql.ts'

type NewGroupForm = z.output<typeof threadRoutes.createGroup.body>

/**
 * @throws user.notFound (404) for an unknown or deactivated user; thread.notAddable (403) for one who blocks the viewer; conflict (409) when the same `clientId` created a different
 * group.
 */
export function createGroup(deps: Deps, viewer: SignedIn, form: NewGroupForm): Promise<MessageThread> {
  const { name, description, recipients, clientId, hidesSeen } = form
  return command(
    deps,
    { viewer, name: 'group:create', clientId, body: [name, description, recipients, ...(hidesSeen ? [hidesSeen] : [])] },
    async (tx, id) => {
      await insertWithMembers(deps, tx, viewer, id, form)
      return readThread(tx, viewer, id)
    },
    (tx, id) => readThread(tx, viewer, id),
  )
}

async function insertWithMembers(deps: Deps, tx: Tx, viewer: SignedIn, id: string, form: NewGroupForm): Promise<void> {
  const at = deps.now()
  await insertGroup(tx, { id, name: form.name, description: form.description, createdBy: viewer.id, at })
  const others = await validateRecipients(tx, form.recipients, viewer)
  if (others.length === 0) throw noRecipients()
  await assertNotBlockedBy(tx, viewer, others)
  const memberIds = [viewer.id, ...others]
  await insertWatermarks(tx, id)
  if (form.hidesSeen !== undefined) await setHidesSeen(tx, id, form.hidesSeen)
  const members = memberIds.map((userId) => ({ userId, isAdmin: userId === viewer.id, hasAccepted: true }))
  await insertMembers(tx, id, members, at)
  await raiseThreadVersion(tx, id, at, memberIds.length)
  tx.emit('message-threads:new_group', memberIds.map(userRoom), await readShared(tx, id))
}

/** Returns distinct user ids without the viewer. @throws user.notFound (404). */
export async function validateRecipients(tx: Tx, userIds: readonly string[], viewer: SignedIn): Promise<string[]> {
  const others = [...new Set(userIds)].filter((id) => id !== viewer.id)
  const active = await activeIdsAmong(tx, others)
  if (others.some((id) => !active.has(id))) throw new AppError('user.notFound')
  return others
}

const noRecipients = () =>
  new AppError('invalid', {}, [
    { code: 'custom', path: ['recipients'], message: 'messages.group.noUserChosen', input: undefined },
  ])

/** @throws thread.notFound (404); thread.notAllowed (403) for a member who is not an admin. */
export async function editGroup(deps: Deps, viewer: SignedIn, id: string, form: z.output<typeof GroupForm>) {
  const { name, description, hidesSeen } = form
  return changeGroup(deps, viewer, id, 'group:edit', null, async (tx) => {
    await updateGroup(tx, id, { name, description }, deps.now())
    if (hidesSeen !== undefined) await setHidesSeen(tx, id, hidesSeen)
    await raiseThreadVersion(tx, id, deps.now())
    await emitThreadChanged(tx, id)
    return readThread(tx, viewer, id)
  })
}
