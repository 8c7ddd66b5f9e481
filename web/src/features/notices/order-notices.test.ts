import { expect, test } from 'vitest'
import { orderNotices } from './order-notices.ts'
import { fakeNotice } from './testing/fake-notice.ts'

test('real and severe notices come first, and those that are over are earlier ones', () => {
  const exercise = fakeNotice({ status: 'exercise', severity: 'extreme' })
  const [minor, severe, unknown] = [
    fakeNotice({ severity: 'minor' }),
    fakeNotice({ severity: 'severe' }),
    fakeNotice({ severity: null }),
  ]
  const [cancelled, expired] = [fakeNotice({ isCancelled: true }), fakeNotice({ expiresAt: '2026-11-30T09:30:00.000Z' })]
  const ordered = orderNotices([exercise, minor, cancelled, severe, expired, unknown], new Date('2026-11-30T10:00:00Z'))
  expect(ordered).toEqual({ inEffect: [severe, minor, unknown, exercise], earlier: [cancelled, expired] })
})
