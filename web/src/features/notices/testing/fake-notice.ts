import type { OfficialNotice } from '@noroshi/contract/notices/notices.http'
import { newId } from '../../../platform/ids.ts'

/** A real notice of heavy rain, sent at 09:00 UTC on 30 November 2026, for 12 hours. */
export const fakeNotice = (fields: Partial<OfficialNotice> = {}): OfficialNotice => ({
  id: newId(),
  kind: 'weather',
  status: 'actual',
  severity: 'moderate',
  headline: 'Heavy rain',
  description: '',
  language: 'en',
  areas: [],
  publisher: 'JMA',
  sourceName: 'JMA',
  sentAt: '2026-11-30T09:00:00.000Z',
  receivedAt: '2026-11-30T09:00:10.000Z',
  expiresAt: '2026-11-30T21:00:00.000Z',
  isCancelled: false,
  ...fields,
})
