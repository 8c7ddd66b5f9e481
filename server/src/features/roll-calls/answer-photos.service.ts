import type { z } from 'zod'
import type { RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import type { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { command } from '#/db/command.ts'
import type { Deps } from '#/deps.ts'
import {
  discardReceived,
  type FileReaders,
  fileIdsOfParent,
  insertFiles,
  purgeFiles,
  removeFiles,
} from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { ownState, photosWithoutState, stateById } from './answer-photos.sql.ts'
import { openAsKeeper, openRollCall, readRollCall } from './roll-calls.service.ts'

/** @throws rollCall.notFound, rollCall.notAsked (404); rollCall.closed (409) */
export async function openToAddPhoto({ db }: Pick<Deps, 'db'>, viewer: SignedIn, id: string): Promise<void> {
  const { row } = await openRollCall(db, viewer, id)
  if (!row.is_asked) throw new AppError('rollCall.notAsked')
  if (row.closed_at !== null) throw new AppError('rollCall.closed')
}

/**
 * Adds a photo to an answer of the viewer about the own state, in place of the one before. A repetition changes nothing.
 * @param form `answerId`: the client id of the answer; absent: the newest one
 * @throws file.missing, file.notPicture (400); rollCall.notFound, rollCall.notAsked, rollCall.noAnswer (404); rollCall.closed, conflict
 * (409)
 */
export async function addAnswerPhoto(
  deps: Deps,
  viewer: SignedIn,
  id: string,
  { clientId, answerId }: z.output<typeof rollCallRoutes.addPhoto.form>,
  files: readonly ReceivedFile[],
): Promise<RollCallForViewer> {
  const [photo] = files
  if (photo === undefined) throw new AppError('file.missing')
  if (photo.width === null) throw new AppError('file.notPicture')
  const removed = await command(
    deps,
    { viewer, name: 'roll-call:photo', clientId, body: { id, answerId, hash: photo.sentHash } },
    async (tx) => {
      await openToAddPhoto({ db: tx }, viewer, id)
      const state = await ownState(tx, id, viewer.id, answerId)
      if (state === undefined) throw new AppError('rollCall.noAnswer')
      const parent = { kind: 'personState', id: state.id } as const
      const before = await removeFiles(tx, await fileIdsOfParent(tx, parent))
      await insertFiles(tx, parent, [photo])
      return before
    },
    async () => [],
  )
  await discardReceived(deps, removed)
  return readRollCall(deps.db, viewer, id)
}

/** The person and the keepers of the roll-call read the photo of an answer. */
export const mayReadAnswerPhotos: FileReaders['personState'] = async ({ db }, { viewer }, stateId) => {
  if (viewer === null) return false
  const state = await stateById(db, stateId)
  if (state === undefined) return false
  const { roll_call_id: rollCallId, person_id: personId } = state
  if (rollCallId === null) return false
  return (personId === viewer.id ? openRollCall(db, viewer, rollCallId) : openAsKeeper(db, viewer, rollCallId)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
}

/** Deletes the photos of answers that were deleted, such as with the people of an old roll-call. */
export const purgeAnswerPhotos = (deps: Deps): Promise<void> => purgeFiles(deps, photosWithoutState)
