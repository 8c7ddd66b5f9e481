import { expect, test } from 'vitest'
import { isKeptAsDownload } from './kept-as-download.ts'

const [jpeg, pdf, download] = [{ type: 'image/jpeg' }, { type: 'application/pdf' }, { type: 'application/octet-stream' }]

test('a picture that the server kept as a download is reported to the sender', () => {
  expect(isKeptAsDownload([jpeg], [jpeg, download])).toBe(true)
  expect(isKeptAsDownload([jpeg, jpeg], [download, jpeg])).toBe(true)
})

test('a shown picture, another kind of file and an older download are not reported', () => {
  expect(isKeptAsDownload([jpeg], [download, jpeg])).toBe(false)
  expect(isKeptAsDownload([pdf], [download])).toBe(false)
  expect(isKeptAsDownload([], [download])).toBe(false)
})
