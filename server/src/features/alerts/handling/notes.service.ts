import type { z } from 'zod'
import type { alertHandlingRoutes, AlertNote } from '@noroshi/contract/alerts/handling.http'
import { ALERT_NOTES_MAX } from '@noroshi/contract/alerts/handling'
import { command } from '#/db/command.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { ADMINISTRATORS } from '../alerts.rooms.ts'
import { loadAlertWithin } from '../alerts.service.ts'
import { alertForUpdate } from '../alerts.sql.ts'
import { assignedUserIds, isAssignedTo } from './handling.sql.ts'
import { countNotes, insertNote, type NoteRow, notesOf } from './notes.sql.ts'

/** @throws alert.notFound (404); forbidden (403) for a reader who is neither assigned nor an administrator. */
async function assertReadable(db: Db, viewer: SignedIn, id: string): Promise<void> {
  await loadAlertWithin(db, { viewer, tokenAlertId: null }, id)
  authorize(viewer, 'alert:readNotes', { isAssigned: await isAssignedTo(db, id, viewer.id) })
}

const presentNote = ({ id, text, created_at, author }: NoteRow): AlertNote => ({
  id,
  author: presentPerson(author),
  text,
  createdAt: created_at.toISOString(),
})

/** Returns the private notes about an alert, oldest first. */
export async function listNotes({ db }: Deps, viewer: SignedIn, id: string): Promise<{ items: AlertNote[] }> {
  await assertReadable(db, viewer, id)
  return { items: (await notesOf(db, id)).map(presentNote) }
}

type NewNote = z.output<typeof alertHandlingRoutes.addNote.body>

/** Adds a private note. @throws alert.tooManyNotes (409). */
export const addNote = (deps: Deps, viewer: SignedIn, alertId: string, { clientId, text }: NewNote): Promise<AlertNote> =>
  command(
    deps,
    { viewer, name: 'alert:addNote', clientId, body: { alertId, text } },
    async (tx, id) => {
      await alertForUpdate(tx, alertId, viewer.id)
      await assertReadable(tx, viewer, alertId)
      if ((await countNotes(tx, alertId)) >= ALERT_NOTES_MAX) throw new AppError('alert.tooManyNotes', { max: ALERT_NOTES_MAX })
      await insertNote(tx, { id, alert_id: alertId, author_id: viewer.id, text, created_at: deps.now() })
      const assigned = await assignedUserIds(tx, alertId)
      tx.emit('alert:noted', [ADMINISTRATORS, ...assigned.map(userRoom)], { alertId })
      return noteOf(tx, alertId, id)
    },
    async (tx, id) => {
      await assertReadable(tx, viewer, alertId)
      return noteOf(tx, alertId, id)
    },
  )

/** @throws alert.notFound (404) if the note was deleted with its alert. */
async function noteOf(db: Db, alertId: string, id: string): Promise<AlertNote> {
  const row = (await notesOf(db, alertId)).find((each) => each.id === id)
  if (!row) throw new AppError('alert.notFound')
  return presentNote(row)
}
