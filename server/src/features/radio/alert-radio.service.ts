import type { AlertRadio, RadioChat } from '@noroshi/contract/radio/radio.http'
import type { Job } from '#/db/jobs.ts'
import type { Deps } from '#/deps.ts'
import { fullNameOf } from '#/features/accounts/people/people.service.ts'
import { loadAlert, lockAlert } from '#/features/alerts/alerts.service.ts'
import { withoutReaders } from '#/features/alerts/reach/alert-readers.service.ts'
import { channelMembers, channelOfAlert, joinChannel } from '#/features/messaging/groups/alert-channels.service.ts'
import { dropMember } from '#/features/messaging/groups/members.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { startRadioChat } from './radio.service.ts'
import { runningChat, usersInChats } from './radio.sql.ts'

/** Members of channels that one run of the job checks: those of the newest alerts. */
const CHECKED_AT_ONCE = 5000
const MINUTE = 60_000

/**
 * Adds the viewer to the radio channel of an active alert and starts its radio chat, or returns the running one. The page of the
 * radio chat joins it; the microphone stays off until the user presses to talk.
 * @throws alert.notFound (404), alert.alreadyResolved (409); and the errors of {@link startRadioChat}
 */
export async function joinAlertRadio(
  deps: Deps,
  viewer: SignedIn,
  alertId: string,
): Promise<{ chat: RadioChat; isNew: boolean }> {
  const threadId = await deps.transaction(async (tx) => {
    const { row, facts } = await lockAlert(tx, { viewer, tokenAlertId: null }, alertId)
    authorize(viewer, 'alert:chat', facts)
    if (row.resolved_at !== null) throw new AppError('alert.alreadyResolved')
    const raiserName = row.raiser ? fullNameOf(row.raiser.first_name, row.raiser.last_name) : ''
    return joinChannel(deps, tx, viewer, { id: alertId, raiserName })
  })
  return startRadioChat(deps, viewer, threadId)
}

/** Returns whether the radio chat of an alert runs, and how many users are in it. @throws alert.notFound (404) */
export async function readAlertRadio(deps: Deps, viewer: SignedIn, alertId: string): Promise<AlertRadio> {
  const { facts } = await loadAlert(deps, { viewer, tokenAlertId: null }, alertId)
  authorize(viewer, 'alert:chat', facts)
  const threadId = await channelOfAlert(deps.db, alertId)
  const chat = threadId === undefined ? undefined : await runningChat(deps.db, threadId)
  const users = chat ? await usersInChats(deps.db, [chat.id]) : []
  return { isRunning: chat !== undefined, memberCount: users.length }
}

/** Removes the users from radio channels who may not read the alert any more. */
export async function removeFormerReaders(deps: Deps): Promise<void> {
  const members = await channelMembers(deps.db, CHECKED_AT_ONCE)
  for (const { threadId, userId } of await withoutReaders(deps.db, members)) await dropMember(deps, threadId, userId)
}

/** Each minute, radio channels lose the members who lost the right to read the alert. */
export const alertChannelsJob = (deps: Deps): Job => ({
  name: 'alert channels',
  every: MINUTE,
  run: () => removeFormerReaders(deps),
})
