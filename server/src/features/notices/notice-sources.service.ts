import type { z } from 'zod'
import {
  NOTICE_PROBLEMS,
  NOTICE_SOURCES_MAX,
  NoticeChannel,
  type NoticeSource,
  type NoticeSourceForm,
} from '@noroshi/contract/notices/notices.http'
import { newId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { mayRequest } from '#/ports/get-public.ts'
import { ALL_USERS } from '#/realtime/rooms.ts'
import { applyNoticeRules } from './notice-rules.service.ts'
import { deleteSource, insertSource, lockAndCountSources, sourceById, sourceRows, type SourceRow } from './notices.sql.ts'
import { folderOf } from './notice-folder.ts'
import { problemOfDocument, receiveDocument, rootOf } from './receive-notices.service.ts'

const targetKind = 'noticeSource'

/** Returns all sources, ordered by name. */
export const listNoticeSources = async ({ db }: Pick<Deps, 'db'>): Promise<{ items: NoticeSource[]; nextCursor: null }> => ({
  items: (await sourceRows(db)).map(presentSource),
  nextCursor: null,
})

/** @throws noticeSource.notAllowed (400), noticeSource.tooMany (409) */
export async function createNoticeSource(
  deps: Deps,
  auditActor: AuditActor,
  { name, channel, address, areas }: z.output<typeof NoticeSourceForm>,
): Promise<NoticeSource> {
  if (channel === 'address' && !mayRequest(address, deps.config.noticesLocalOrigins))
    throw new AppError('noticeSource.notAllowed')
  const id = newId()
  const stored = channel === 'address' ? address : null
  await deps.transaction(async (tx) => {
    if ((await lockAndCountSources(tx)) >= NOTICE_SOURCES_MAX)
      throw new AppError('noticeSource.tooMany', { max: NOTICE_SOURCES_MAX })
    const created_by = auditActor.actor.id
    await insertSource(tx, { id, name, channel, address: stored, areas, created_by, created_at: deps.now() })
    const details = { name, channel, address: stored, areas }
    await recordAudit(tx, { ...auditActor, action: 'noticeSource.created', targetKind, targetId: id, details })
  })
  return presentSource(await assertFound(deps, id))
}

/** @throws noticeSource.notFound (404) */
async function assertFound({ db }: Pick<Deps, 'db'>, id: string): Promise<SourceRow> {
  const row = await sourceById(db, id)
  if (!row) throw new AppError('noticeSource.notFound')
  return row
}

/** @throws noticeSource.notFound (404) */
export const removeNoticeSource = (deps: Deps, auditActor: AuditActor, id: string): Promise<void> =>
  deps.transaction(async (tx) => {
    const details = await deleteSource(tx, id)
    if (!details) throw new AppError('noticeSource.notFound')
    await recordAudit(tx, { ...auditActor, action: 'noticeSource.removed', targetKind, targetId: id, details })
    tx.emit('notices:changed', [ALL_USERS], {})
  })

/**
 * Adds a notice from a file.
 * @returns whether it was stored
 * @throws noticeSource.fileBroken, noticeSource.fileUnsupported (400); noticeSource.notFound (404)
 */
export async function addNoticeFile(deps: Deps, auditActor: AuditActor, id: string, content: string): Promise<boolean> {
  const { name } = await assertFound(deps, id)
  let isStored: boolean
  try {
    isStored = await receiveDocument(deps, id, rootOf(Buffer.from(content)))
  } catch (error) {
    const problem = problemOfDocument(error)
    if (problem === undefined) throw error
    throw new AppError(problem === 'unsupported' ? 'noticeSource.fileUnsupported' : 'noticeSource.fileBroken')
  }
  if (isStored)
    await deps.transaction((tx) =>
      recordAudit(tx, { ...auditActor, action: 'noticeSource.fileAdded', targetKind, targetId: id, details: { name } }),
    )
  await applyNoticeRules(deps)
  return isStored
}

const presentSource = (row: SourceRow): NoticeSource => ({
  id: row.id,
  name: row.name,
  channel: NoticeChannel.parse(row.channel),
  address: row.address,
  folder: row.channel === 'folder' ? folderOf(row.id) : null,
  areas: row.areas,
  createdAt: row.created_at.toISOString(),
  checkedAt: row.checked_at?.toISOString() ?? null,
  problem: NOTICE_PROBLEMS.find((problem) => problem === row.problem) ?? null,
  noticeCount: row.notice_count ?? 0,
})
