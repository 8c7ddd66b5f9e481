import type { z } from 'zod'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { threadMediaRoutes } from '@noroshi/contract/messaging/thread-media.http'
import { pageBy } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { presentMessage } from '../messaging.present.ts'
import { messagesById } from '../messaging.sql.ts'
import { membershipIn } from '../threads.service.ts'
import { messagesWithMedia } from './thread-media.sql.ts'

type Query = z.output<typeof threadMediaRoutes.list.query>

/** Returns the messages of a thread with media of a kind, newest first. @throws thread.notFound (404) */
export async function listMedia({ db }: Deps, viewer: SignedIn, threadId: string, { kind, before }: Query) {
  await membershipIn(db, viewer, threadId)
  const { rows, examinedTo } = await messagesWithMedia(db, threadId, { kind, before, limit: PAGE_SIZE + 1 })
  const { items: ids, nextCursor } = pageBy(
    ({ seq }) => String(seq),
    rows,
    PAGE_SIZE,
    ({ id }) => id,
  )
  const messages = new Map((await messagesById(db, ids)).map((row) => [row.id, presentMessage(row)]))
  return {
    items: ids.flatMap((id) => messages.get(id) ?? []),
    nextCursor: nextCursor ?? (examinedTo === null ? null : String(examinedTo)),
  }
}
