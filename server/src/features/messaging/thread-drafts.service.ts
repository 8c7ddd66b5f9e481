import { DRAFTS_MAX } from '@noroshi/contract/limits'
import type { ThreadDraft } from '@noroshi/contract/messaging/thread-draft'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { countOtherDrafts, draftsOf, lockMembership, storeDraft } from './thread-drafts.sql.ts'

/** Returns the viewer's own drafts, also the empty ones. */
export async function listDrafts({ db }: Deps, viewer: SignedIn) {
  const rows = await draftsOf(db, viewer.id)
  return { items: rows.map(({ thread_id, ...draft }) => ({ messageThreadId: thread_id, ...draft })), nextCursor: null }
}

/**
 * Stores what the viewer typed in a thread, for their other devices.
 * @throws thread.notFound (404) if the viewer is not a member; thread.tooManyDrafts (409) beyond {@link DRAFTS_MAX}.
 */
export async function setDraft(deps: Deps, viewer: SignedIn, id: string, text: string): Promise<ThreadDraft> {
  const { version, is_changed } = await deps.transaction(async (tx) => {
    if (!(await lockMembership(tx, id, viewer.id))) throw new AppError('thread.notFound')
    if (text !== '' && (await countOtherDrafts(tx, id, viewer.id)) >= DRAFTS_MAX)
      throw new AppError('thread.tooManyDrafts', { max: DRAFTS_MAX })
    return storeDraft(tx, id, viewer.id, text, deps.now())
  })
  const draft = { text, version }
  // A hint: the journal would keep each state of the text. Devices fetch the drafts after each connection.
  if (is_changed) deps.realtime.emitHint('message-threads:draft', [userRoom(viewer.id)], { messageThreadId: id, draft })
  return draft
}
