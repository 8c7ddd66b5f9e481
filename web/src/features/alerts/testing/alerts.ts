import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer, AlertViewer } from '@noroshi/contract/alerts/alerts.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'

const idOf = (kind: number, number: number) =>
  `0199${String(kind).padStart(4, '0')}-0000-7000-8000-${String(number).padStart(12, '0')}`
const minute = (number: number) => `2026-11-21T09:${String(number % 60).padStart(2, '0')}:00.000Z`

export const person = (firstName: string): Person => ({
  id: idOf(1, firstName.charCodeAt(0)),
  firstName,
  lastName: '',
  fullName: firstName,
  avatarUrl: null,
})

type Changes = Partial<Omit<AlertForViewer, 'viewer'>> & { viewer?: Partial<AlertViewer> }

/** An alert of somebody else that goes to this reader; higher numbers are newer. */
export function anAlert(number: number, { viewer, ...changes }: Changes = {}): AlertForViewer {
  return {
    id: idOf(2, number),
    createdAt: minute(number),
    updatedAt: minute(number),
    version: 1,
    raisedBy: person('Haruka'),
    latitude: 38.2682,
    longitude: 140.8694,
    accuracy: 12,
    textContent: 'Landslide behind the house',
    resolvedBy: null,
    resolvedAt: null,
    alertMedias: [],
    alertMessageThread: { MessageThreadId: idOf(3, number) },
    counts: { recipients: 48, delivered: 0, seen: 0, responding: 0, cannotHelp: 0 },
    ...changes,
    viewer: { inAudience: true, isRaiser: false, holdsToken: false, seenAt: null, answer: null, ...viewer },
  }
}

export const aMessage = (alert: AlertForViewer, seq: number): Message => ({
  id: idOf(4, seq),
  MessageThreadId: alert.alertMessageThread.MessageThreadId,
  seq,
  text: `message ${seq}`,
  SenderId: person('Takashi').id,
  sender: person('Takashi'),
  messageType: 'alertChat',
  status: 'sent',
  messageMedias: [],
  latitude: null,
  longitude: null,
  alertId: alert.id,
  isGroupMessage: true,
  userId: [],
  createdAt: minute(seq),
  messageAt: minute(seq),
  updatedAt: minute(seq),
  version: 1,
  clientId: null,
})
