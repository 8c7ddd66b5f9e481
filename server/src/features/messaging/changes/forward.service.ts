import { createHash } from 'node:crypto'
import type { Language } from '@noroshi/contract/i18n'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { discardAfterError, discardUnclaimed, filesOfMessage, type FileRow, UploadMeter } from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { sendWithFiles } from '../messages.service.ts'
import { forwardHashOf } from '../message-columns.ts'
import { presentMessage } from '../messaging.present.ts'
import { messageOfClient, messagesById } from '../messaging.sql.ts'
import { assertMayWrite, membershipIn } from '../threads.service.ts'
import type { Watermarks } from '../watermarks.service.ts'
import { assertReadsChat } from './message-changes.service.ts'

interface Forward {
  readonly messageThreadId: string
  readonly clientId?: string | undefined
  readonly language: Language
  /** The address of the caller. */
  readonly ip: string
}

/** Copies the bytes of a stored file and of its preview. */
async function copied({ storage }: Deps, file: FileRow): Promise<ReceivedFile> {
  const copyOf = async (key: string) => storage.put(await storage.get(key), await storage.size(key))
  const { key: storageKey, hash: sentHash } = await copyOf(file.storage_key)
  const previewKey = file.preview_key === null ? null : (await copyOf(file.preview_key)).key
  const { type, name, size, width, height } = file
  return { storageKey, previewKey, type, name, size, width, height, sentHash }
}

/**
 * Returns the copy that an earlier request with this client id sent.
 * @throws thread.notFound (404) for a sender who is not a member of its thread (any more); conflict (409) when it was another message
 */
async function earlierForward(db: Db, viewer: SignedIn, id: string, messageThreadId: string, clientId: string) {
  const earlier = await messageOfClient(db, viewer.id, clientId)
  if (!earlier) return undefined
  await membershipIn(db, viewer, messageThreadId)
  if (!earlier.bodyHash.equals(forwardHashOf(messageThreadId, id))) throw new AppError('conflict')
  return presentMessage(earlier.row)
}

/**
 * Sends a copy of a message to another thread. It stays when the original is deleted.
 * @throws message.notFound, thread.notFound (404); message.isRecord, thread.blocked (403); message.isDeleted, conflict (409);
 * tooManyRequests (429); budget.files, budget.network, file.noRoom (507)
 */
export async function forwardMessage(
  deps: Deps,
  watermarks: Watermarks,
  viewer: SignedIn,
  id: string,
  { messageThreadId, clientId, language, ip }: Forward,
): Promise<Message> {
  // The source of a repetition may be edited, deleted or no longer readable.
  const earlier = clientId === undefined ? undefined : await earlierForward(deps.db, viewer, id, messageThreadId, clientId)
  if (earlier) return earlier
  await assertReadsChat(deps.db, viewer, id)
  await assertMayWrite(deps.db, viewer, messageThreadId)
  const [source] = await messagesById(deps.db, [id])
  if (!source) throw new AppError('message.notFound')
  if (source.deletion !== null) throw new AppError('message.isDeleted')
  const { text, latitude, longitude } = source
  const rows = await filesOfMessage(deps.db, id)
  const meter = new UploadMeter(deps, { ip }, viewer.id, 'everyday')
  const files: ReceivedFile[] = []
  try {
    for (const row of rows) {
      await meter.accept()
      meter.count(row.size)
      files.push(await copied(deps, row))
    }
    const filesHash = rows.length > 0 ? { filesHash: createHash('sha256').update(`forward ${id}`).digest() } : {}
    const message = {
      threadId: messageThreadId,
      messageType: 'normalChat' as const,
      text,
      latitude,
      longitude,
      clientId,
      forwardOf: id,
      ...filesHash,
    }
    // The text of a transmission is the transcript of its recording.
    const hasTranscript = source.message_type === 'asrChat' && text !== ''
    const sent = await sendWithFiles(
      deps,
      watermarks,
      { sender: viewer, message, alert: undefined },
      files,
      hasTranscript ? null : language,
    )
    const discarded = await discardUnclaimed(deps, files)
    await meter.addStored(files.filter(({ storageKey }) => !discarded.has(storageKey))).catch(deps.logError)
    return sent
  } catch (error) {
    await discardAfterError(error, deps, files)
    throw error
  } finally {
    meter.end()
  }
}
