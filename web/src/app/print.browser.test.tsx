import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPrinting } from './print.ts'

startPrinting()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 9, 5) })
})
afterEach(() => {
  window.dispatchEvent(new Event('afterprint'))
  vi.useRealTimers()
  document.title = ''
})

test('the head of a printed page has its title without the unread count, the date and the address', () => {
  document.title = '(3) Night watch · Noroshi'
  window.dispatchEvent(new Event('beforeprint'))
  const head = document.body.firstElementChild
  expect(head?.className).toBe('print-head')
  expect(head?.querySelector('b')?.textContent).toBe('Night watch · Noroshi')
  expect(head?.querySelector('span')?.textContent).toMatch(/2026.*09:05.* · https?:\/\//)
  expect(head?.querySelector('span')?.textContent).toContain(window.location.href)
  window.dispatchEvent(new Event('beforeprint')) // some browsers repeat it
  expect(document.querySelectorAll('.print-head')).toHaveLength(1)
  window.dispatchEvent(new Event('afterprint'))
  expect(document.querySelector('.print-head')).toBeNull()
})
