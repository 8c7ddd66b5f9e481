import type { Need } from '@noroshi/contract/needs/needs.http'
import { newId } from '../../../platform/ids.ts'

export const AIKO_ID = '01990000-0000-7000-8000-0000000000a1'

/** Returns an open need of Aiko, added at noon on 30 November 2026. */
export const fakeNeed = (fields: Partial<Need> = {}): Need => ({
  id: newId(),
  kind: 'need',
  subject: 'things',
  title: 'Blankets',
  amount: '',
  note: '',
  isUrgent: false,
  place: null,
  whereabouts: '',
  owner: { id: AIKO_ID, firstName: 'Aiko', lastName: 'Tanaka', fullName: 'Aiko Tanaka', avatarUrl: null },
  claimedBy: null,
  claimedAt: null,
  doneAt: null,
  expiresAt: '2026-12-02T12:00:00.000Z',
  version: 1,
  createdAt: '2026-11-30T12:00:00.000Z',
  updatedAt: '2026-11-30T12:00:00.000Z',
  ...fields,
})
