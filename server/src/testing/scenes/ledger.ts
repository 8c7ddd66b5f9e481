import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { TestSocket } from '../test-socket.ts'
import type { TestServer, TestUser } from '../test-server.ts'

export const answerAlert = (person: TestUser, id: string, answer: string) =>
  person.request(alertRoutes.answer, { params: { id }, body: { answer } })
export const ledgerOf = (person: TestUser, id: string) => person.fetch(alertRoutes.ledger, { params: { id } })
export const acknowledge = (listening: TestSocket, ...alertIds: string[]) => listening.send('alert:delivered', { alertIds })
export const rowsIn = ({ db }: TestServer) => db.selectFrom('alert_ledger').selectAll().execute()

/** Waits for the event with these counts and ignores the events before it. */
export async function countsUntil(listening: TestSocket, wanted: object) {
  for (;;) {
    const emitted = await listening.next('alert:ledger')
    if (
      Object.entries(wanted).every(([name, count]) =>
        Object.entries(emitted.counts).some(([key, value]) => key === name && value === count),
      )
    )
      return emitted
  }
}
