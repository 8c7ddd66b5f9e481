import { DeflateRaw, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { gzipOf, Piece } from './gzip.ts'

const gzipped = (text: string) => gzipOf([new Piece(text)])

const textOf = (index: number, length: number) => `${index} 橋は通れません `.repeat(Math.ceil(length / 12)).slice(0, length)
/** Text that compresses badly, so that the output has several chunks. */
const noise = Array.from({ length: 60_000 }, (_, index) => Math.sin(index).toString(36)).join('')

test('concurrent texts of all sizes are compressed separately', async () => {
  const texts = Array.from({ length: 40 }, (_, index) => textOf(index, index * index * 300))
  const compressed = await Promise.all([...texts, noise, ''].map(gzipped))
  expect(compressed.map((file) => gunzipSync(file).toString())).toEqual([...texts, noise, ''])
})

test('a text has the same output after other texts', async () => {
  const first = await gzipped(textOf(1, 9000))
  await gzipped(noise)
  expect(await gzipped(textOf(1, 9000))).toEqual(first)
})

test('pieces are joined to one file in any order, also shared pieces and no pieces', async () => {
  const [one, other, long] = [new Piece(textOf(1, 500)), new Piece(textOf(2, 500)), new Piece(noise)]
  for (const pieces of [[one, other], [other, one], [long, one, long, other], [one, one], []])
    expect(gunzipSync(await gzipOf(pieces)).toString()).toBe(pieces.map(({ text }) => text).join(''))
})

test('the output of a text in parts equals the joined text, also for a text larger than the buffer', async () => {
  for (const parts of [[], [''], ['{"items":[', '橋', ',', '🔥', ']}'], Array.from({ length: 12 }, () => noise)]) {
    const piece = new Piece(parts)
    expect(piece.text).toBe(parts.join(''))
    expect(piece.length).toBe(parts.join('').length)
    expect(gunzipSync(await gzipOf([piece])).toString()).toBe(parts.join(''))
  }
})

test('a failure of zlib rejects, and the next call compresses the text', async () => {
  const piece = new Piece(textOf(1, 9000))
  // zlib fails in the same way: the stream is destroyed without a callback.
  vi.spyOn(DeflateRaw.prototype, '_transform').mockImplementationOnce(function failingTransform(this: DeflateRaw) {
    this.destroy(new Error('no memory'))
  })
  await expect(gzipOf([piece])).rejects.toThrow('no memory')
  expect(gunzipSync(await gzipOf([piece])).toString()).toBe(piece.text)
})
