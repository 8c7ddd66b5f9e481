import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'

const idOf = (kind: number, number: number) =>
  `0199${String(kind).padStart(4, '0')}-0000-7000-8000-${String(number).padStart(12, '0')}`
const minute = (number: number) => `2026-11-21T09:${String(number % 60).padStart(2, '0')}:00.000Z`

export const fakePerson = (firstName: string): Person => ({
  id: idOf(1, firstName.charCodeAt(0)),
  firstName,
  lastName: '',
  fullName: firstName,
  avatarUrl: null,
})

type Changes = Partial<Omit<AlertForViewer, 'viewer'>> & { viewer?: Partial<AlertForViewer['viewer']> }

/** Returns an alert of another person whose audience includes the reader. Higher numbers are newer. */
export function fakeAlert(number: number, { viewer, ...changes }: Changes = {}): AlertForViewer {
  return {
    id: idOf(2, number),
    createdAt: minute(number),
    updatedAt: minute(number),
    version: 1,
    raisedBy: fakePerson('Haruka'),
    latitude: 38.2682,
    longitude: 140.8694,
    accuracy: 12,
    textContent: 'Landslide behind the house',
    resolvedBy: null,
    resolvedAt: null,
    alertMedias: [],
    alertMessageThread: { MessageThreadId: idOf(3, number) },
    counts: { recipients: 48, delivered: 0, seen: 0, responding: 0, cannotHelp: 0 },
    countsVersion: 0,
    ...changes,
    viewer: { inAudience: true, isRaiser: false, holdsToken: false, seenAt: null, answer: null, version: 0, ...viewer },
  }
}
