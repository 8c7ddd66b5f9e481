import type { ReportedMessage } from '@noroshi/contract/reports/reports.http'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { fullNameOf } from '#/features/accounts/people/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { assertReads, type ChangePorts } from './changes/message-changes.service.ts'
import { reportedRow } from './reported-messages.sql.ts'

/**
 * Returns a copy of a message of any thread that the viewer reads, for a report.
 * @throws message.notFound (404); message.isDeleted (409)
 */
export async function copyForReport(
  deps: Deps,
  ports: ChangePorts,
  tx: Tx,
  viewer: SignedIn,
  id: string,
): Promise<{ senderId: string; message: ReportedMessage }> {
  await assertReads(deps, ports, viewer, id)
  const row = await reportedRow(tx, id)
  if (!row) throw new AppError('message.notFound')
  if (row.is_deleted) throw new AppError('message.isDeleted')
  const message = {
    id: row.id,
    text: row.text,
    fileNames: [...row.file_names],
    hasLocation: row.has_location,
    senderName: fullNameOf(row.first_name, row.last_name),
    threadKind: row.kind,
    isRadio: row.message_type === 'asrChat',
    sentAt: row.created_at.toISOString(),
  }
  return { senderId: row.sender_id, message }
}
