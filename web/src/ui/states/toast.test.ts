import { expect, test } from 'vitest'
import { currentToast, toastError, toastInvalid, toastSuccess, toastWarning } from './toast.tsx'

test('a toast is shown for 5 s, a success and refused input for 3 s, an approval for the given time', () => {
  toastError('It failed')
  expect(currentToast()).toMatchObject({ title: 'It failed', durationMs: 5_000 })
  toastWarning('alerts.withoutLocation')
  expect(currentToast()).toMatchObject({ tone: 'warn', durationMs: 5_000 })
  toastInvalid('messages.tooLong', { max: 10 })
  expect(currentToast()).toMatchObject({ tone: 'warn', durationMs: 3_000 })
  toastSuccess('drafts.submitted')
  expect(currentToast()).toMatchObject({ tone: 'ok', durationMs: 3_000 })
  toastSuccess('drafts.approved', {}, { durationMs: 2_000 })
  expect(currentToast()).toMatchObject({ tone: 'ok', durationMs: 2_000 })
})

test('a new toast replaces the previous one', () => {
  toastError('first')
  const before = currentToast()
  toastError('second')
  expect(currentToast()).toMatchObject({ title: 'second' })
  expect(currentToast()?.id).not.toBe(before?.id)
})
