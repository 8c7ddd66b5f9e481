import { MUTE_MAX_MS } from '@noroshi/contract/limits'
import type { ThreadSettings, ThreadSettingsChange } from '@noroshi/contract/messaging/thread-settings'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { type SettingsRow, settingsOf, storeSettings } from './thread-settings.sql.ts'
import { presentSettings } from './threads.present.ts'
import { membershipIn } from './threads.service.ts'
import { lockThread } from './threads.sql.ts'

const DEFAULT_SETTINGS: SettingsRow = {
  muted_until: null,
  is_muted_forever: false,
  is_pinned: false,
  archived_seq: null,
  is_marked_unread: false,
  version: 0,
}

/**
 * Changes the viewer's settings for a thread.
 * @throws thread.notFound (404) if the viewer is not a member; thread.muteTime (400) for an end that is over or later
 * than {@link MUTE_MAX_MS}.
 */
export const changeSettings = (deps: Deps, viewer: SignedIn, id: string, change: ThreadSettingsChange): Promise<ThreadSettings> =>
  deps.transaction(async (tx) => {
    const thread = await lockThread(tx, id)
    await membershipIn(tx, viewer, id)
    const known = (await settingsOf(tx, id, viewer.id)) ?? DEFAULT_SETTINGS
    const now = deps.now().getTime()
    const changed = { ...known, ...changedColumns(change, now, thread?.last_seq ?? 0), version: Math.max(known.version + 1, now) }
    await storeSettings(tx, id, viewer.id, changed)
    const settings = presentSettings(changed)
    tx.emit('message-threads:settings', [userRoom(viewer.id)], { messageThreadId: id, settings })
    return settings
  })

/** Returns the columns that a change has. */
const changedColumns = (
  { mutedUntil, isPinned, isArchived, isMarkedUnread }: ThreadSettingsChange,
  now: number,
  lastSeq: number,
): Partial<SettingsRow> => ({
  ...(mutedUntil !== undefined && muteColumns(mutedUntil, now)),
  ...(isPinned !== undefined && { is_pinned: isPinned }),
  ...(isArchived !== undefined && { archived_seq: isArchived ? lastSeq : null }),
  ...(isMarkedUnread !== undefined && { is_marked_unread: isMarkedUnread }),
})

function muteColumns(
  mutedUntil: ThreadSettings['mutedUntil'],
  now: number,
): Pick<SettingsRow, 'muted_until' | 'is_muted_forever'> {
  if (mutedUntil === null || mutedUntil === 'forever') return { muted_until: null, is_muted_forever: mutedUntil !== null }
  const end = Date.parse(mutedUntil)
  if (end <= now || end > now + MUTE_MAX_MS) throw new AppError('thread.muteTime')
  return { muted_until: end, is_muted_forever: false }
}
