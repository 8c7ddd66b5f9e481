import { expect, test } from 'vitest'
import { findContacts } from './contact-links.ts'

const hrefsIn = (text: string) => findContacts(text).map(({ href }) => href)

test.each<[text: string, hrefs: string[]]>([
  ['Write to anna@example.org.', ['mailto:anna@example.org']],
  ['連絡はanna.sato+sos@mail.example.co.jpまで', ['mailto:anna.sato+sos@mail.example.co.jp']],
  ['<anna@example.org>, (ben@example.org)', ['mailto:anna@example.org', 'mailto:ben@example.org']],
  ['call 090-1234-5678 now', ['tel:09012345678']],
  ['電話は03-1234-5678です', ['tel:0312345678']],
  ['０９０−１２３４−５６７８', ['tel:09012345678']],
  ['(03) 1234-5678', ['tel:0312345678']],
  ['090 1234 5678', ['tel:09012345678']],
  ['09012345678', ['tel:09012345678']],
  ['0120-123-456', ['tel:0120123456']],
  ['+81 90-1234-5678', ['tel:+819012345678']],
  ['+81 (0)3 1234 5678', ['tel:+81312345678']],
  ['+819012345678。', ['tel:+819012345678']],
  ['TEL:03-1234-5678', ['tel:0312345678']],
  ['Tel: 090-1234-5678, 080-1234-5678', ['tel:09012345678', 'tel:08012345678']],
])('the contacts in %j are %j', (text, hrefs) => {
  expect(hrefsIn(text)).toEqual(hrefs)
})

test.each([
  '2024-01-05',
  '05-01-2024',
  '05-01-2024 10:30',
  '09:00-12:00',
  '01 02 03 04 05',
  '110',
  '119番',
  '0123456789',
  '1234567890',
  '4111 1111 1111 1111',
  '0123-4567-8901-2345',
  'ISBN 0-306-40615-2',
  'id-090-1234-5678',
  '01990000-0000-7000-8000-000000000001',
  '192.168.100.200',
  '1,000,000,000',
  '0.123456789',
  '@anna',
  'anna@localhost',
  'a@b@example.org',
  '+1',
])('%j has no contact', (text) => {
  expect(hrefsIn(text)).toEqual([])
})

test('hostile runs are searched in linear time', () => {
  // Six times the longest message: quadratic processing would take longer than the time limit of a test.
  for (const part of ['a', 'a.', 'a@', '0', '0-', '090 ', '+1', '(0', '+1 (', 'a@a.', '９－'])
    expect(findContacts(part.repeat(60_000 / part.length)).length).toBeLessThan(60_000)
})
