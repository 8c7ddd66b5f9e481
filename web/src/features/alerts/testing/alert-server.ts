import type { AlertForViewer, AlertMedia, AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import { fakeAlert } from './fake-alerts.ts'

// A server as a journal of events, with the alerts of one user who may lose and regain the right to read them.

export const changes = ['raise', 'edit', 'addFile', 'resolve', 'reopen', 'deliver', 'answer', 'delete', 'lose', 'regain'] as const
export type Change = (typeof changes)[number]

type Event = readonly [name: string, payload: unknown]

interface Stored {
  readonly alert: AlertForViewer
  readonly isReadable: boolean
}

const fakeMedia = (alert: number, number: number): AlertMedia => ({
  id: `01990009-0000-7000-8000-${String(alert * 1000 + number).padStart(12, '0')}`,
  type: 'image/jpeg',
  mediaUrl: `/backend/uploads/${number}`,
  previewUrl: null,
  width: 40,
  height: 30,
  size: 5,
  previewName: `${number}.jpg`,
  caption: '',
  updatedAt: '2026-11-21T10:00:00.000Z',
})

export class AlertServer {
  readonly journal: Event[] = []
  readonly #alerts = new Map<number, Stored>()

  change(change: Change, nth: number) {
    const number = change === 'raise' ? this.#alerts.size + 1 : 1 + (nth % Math.max(1, this.#alerts.size))
    const stored = this.#alerts.get(number)
    if (change === 'raise') this.#set(number, fakeAlert(number), 'alert:new_alert')
    if (!stored) return
    const { alert, isReadable } = stored
    if (change === 'edit')
      this.#set(number, this.#raised(alert, { textContent: `${alert.textContent}!` }), 'alert:existing_alert')
    if (change === 'addFile') {
      const added = fakeMedia(number, alert.alertMedias.length)
      this.#set(number, this.#raised(alert, { alertMedias: [...alert.alertMedias, added] }), 'alert:existing_alert', [added])
    }
    if (change === 'resolve') this.#set(number, this.#raised(alert, { resolvedAt: alert.createdAt }), 'alert:resolved')
    if (change === 'reopen') this.#set(number, this.#raised(alert, { resolvedAt: null }), 'alert:existing_alert')
    if (change === 'deliver') {
      const counts = { ...alert.counts, delivered: alert.counts.delivered + 1 }
      this.#set(number, { ...alert, counts, countsVersion: alert.countsVersion + 1 })
      this.#emit(number, 'alert:ledger', { alertId: alert.id, version: alert.countsVersion + 1, counts, responders: [] })
    }
    if (change === 'answer') {
      const answer = nth % 2 === 0 ? 'responding' : 'cannotHelp'
      const viewer = { ...alert.viewer, answer, seenAt: alert.createdAt, version: alert.viewer.version + 1 } as const
      this.#set(number, { ...alert, viewer })
      const { seenAt, version } = viewer
      this.#emit(number, 'alert:answered', { alertId: alert.id, seenAt, answer, version })
    }
    if (change === 'delete') {
      this.#emit(number, 'alert:deleted', { alertId: alert.id })
      this.#alerts.set(number, { alert, isReadable: false })
      // Nothing changes a deleted alert.
      this.#deleted.add(number)
    }
    if ((change === 'lose' && isReadable) || (change === 'regain' && !isReadable && !this.#deleted.has(number))) {
      this.#alerts.set(number, { alert, isReadable: !isReadable })
      this.journal.push(['membership:changed', {}])
    }
  }

  readonly #deleted = new Set<number>()

  #raised = (alert: AlertForViewer, fields: Partial<AlertForViewer>): AlertForViewer => ({
    ...alert,
    ...fields,
    version: alert.version + 1,
  })

  #set(number: number, alert: AlertForViewer, event?: string, added: readonly AlertMedia[] = []) {
    if (this.#deleted.has(number)) return
    this.#alerts.set(number, { alert, isReadable: this.#alerts.get(number)?.isReadable ?? true })
    const { viewer: _own, ...shared } = alert
    const { alertMedias, ...rest } = shared
    if (event === 'alert:new_alert') this.#emit(number, event, shared)
    else if (event) this.#emit(number, event, { ...rest, addedMedias: added, mediaCount: alertMedias.length })
  }

  #emit(number: number, name: string, payload: unknown) {
    if (this.#alerts.get(number)?.isReadable) this.journal.push([name, payload])
  }

  /** Returns the user's alerts of a list, newest first. */
  list(status: AlertStatus): AlertForViewer[] {
    return [...this.#alerts.values()]
      .flatMap(({ alert, isReadable }) => (isReadable ? [alert] : []))
      .filter(({ resolvedAt }) => status === 'all' || (status === 'resolved') === (resolvedAt !== null))
      .toReversed()
  }
}
