import type { z } from 'zod'
import { RECEIPT_DAYS } from '@noroshi/contract/limits'
import type { Receipt, receiptRoutes } from '@noroshi/contract/messaging/receipts.http'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { deleteReceiptsBefore, type ReceiptRow, receiptRows, sentMessage } from './receipts.sql.ts'

const DAY = 86_400_000

type Receipts = z.output<typeof receiptRoutes.list.reply>

const keptSince = ({ now }: Pick<Deps, 'now'>) => new Date(now().getTime() - RECEIPT_DAYS * DAY)

/**
 * Returns who has received and read a message of the viewer.
 * @throws message.notFound (404), also in the chat of an alert, which has a ledger; message.infoNotYours (403)
 */
export async function listReceipts(deps: Deps, viewer: SignedIn, id: string): Promise<Receipts> {
  const message = await sentMessage(deps.db, id, viewer.id)
  if (!message) throw new AppError('message.notFound')
  authorize(viewer, 'message:info', { senderId: message.sender_id, isGroupAdmin: false }, 'message.infoNotYours')
  const rows = await receiptRows(deps.db, message, keptSince(deps))
  return {
    read: message.is_blocked || message.hides_seen ? null : receiptsOf(rows, 'is_seen', 'seen_at'),
    delivered: message.is_blocked ? null : receiptsOf(rows, 'is_delivered', 'delivered_at'),
    others: rows.length,
  }
}

/** Returns the receipts of a kind, the earliest first and those without a time last. */
function receiptsOf(rows: readonly ReceiptRow[], is: 'is_seen' | 'is_delivered', at: 'seen_at' | 'delivered_at'): Receipt[] {
  const timeOf = (row: ReceiptRow) => row[at]?.getTime() ?? Infinity
  return rows
    .filter((row) => row[is])
    .toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : Number(timeOf(one) > timeOf(other))))
    .map((row) => ({ person: presentPerson(row.person), at: row[at]?.toISOString() ?? null }))
}

/** Deletes the times of reading after RECEIPT_DAYS. */
export const deleteOldReceipts = (deps: Deps) => deleteReceiptsBefore(deps.db, keptSince(deps))
