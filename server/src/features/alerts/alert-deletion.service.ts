import type { Tx } from '#/db/transaction.ts'
import { removeFiles } from '#/features/files/files.service.ts'
import { deleteChannel } from '#/features/messaging/groups/alert-channels.service.ts'
import { roomsOfAlert } from './alerts.rooms.ts'
import type { AlertRow } from './alerts.sql.ts'
import { deleteAlertRows } from './anonymous/anonymous-data.sql.ts'

/**
 * Deletes an alert that the caller has locked, with its chat, its radio channel, its ledger and the rows of its files. The event removes
 * it from all pages. Returns the stored files, which the caller discards after the commit.
 */
export async function deleteAlertWithin(tx: Tx, row: AlertRow): ReturnType<typeof removeFiles> {
  const spoken = await deleteChannel(tx, row.id)
  const files = await removeFiles(tx, [...spoken, ...(await deleteAlertRows(tx, row))])
  tx.emit('alert:deleted', roomsOfAlert(row), { alertId: row.id })
  return files
}
