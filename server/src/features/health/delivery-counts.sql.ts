import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export type DeliveryKind = 'push' | 'mail'

export interface DeliveryDelta {
  readonly kind: DeliveryKind
  readonly service: string
  readonly sent: number
  readonly failed: number
  readonly sentAt: string | null
  readonly failedAt: string | null
}

/** Adds deliveries to those of an hour. */
export async function addDeliveries(db: Db, hour: Date, deltas: readonly DeliveryDelta[]): Promise<void> {
  await sql`
    INSERT INTO delivery_counts AS c (hour, kind, service, sent, failed, sent_at, failed_at)
    SELECT ${hour}, kind, service, sent, failed, "sentAt", "failedAt"
    FROM jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb)
      AS g (kind text, service text, sent int, failed int, "sentAt" timestamptz, "failedAt" timestamptz)
    ORDER BY kind, service
    ON CONFLICT (hour, kind, service) DO UPDATE SET sent = c.sent + EXCLUDED.sent, failed = c.failed + EXCLUDED.failed,
      sent_at = GREATEST(c.sent_at, EXCLUDED.sent_at), failed_at = GREATEST(c.failed_at, EXCLUDED.failed_at)`.execute(db)
}

/** The deliveries of one service. */
export interface ServiceDeliveries {
  readonly service: string
  /** In the last day. */
  readonly sent: number
  readonly failed: number
  /** In the last days; null: never. */
  readonly sent_at: Date | null
  readonly failed_at: Date | null
}

/** Returns the services of a kind, those with the most failures since `countedSince` first. */
export async function deliveriesOf(db: Db, kind: DeliveryKind, countedSince: Date): Promise<ServiceDeliveries[]> {
  const { rows } = await sql<ServiceDeliveries>`
    SELECT service, COALESCE(sum(sent) FILTER (WHERE hour >= ${countedSince}), 0)::int AS sent,
      COALESCE(sum(failed) FILTER (WHERE hour >= ${countedSince}), 0)::int AS failed, max(sent_at) AS sent_at, max(failed_at) AS failed_at
    FROM delivery_counts WHERE kind = ${kind} GROUP BY service ORDER BY 3 DESC, service`.execute(db)
  return rows
}

export const deleteDeliveriesBefore = (db: Db, hour: Date) => db.deleteFrom('delivery_counts').where('hour', '<', hour).execute()
