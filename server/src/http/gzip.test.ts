import { DeflateRaw, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { gzipOf, Piece } from './gzip.ts'

const gzipped = (text: string) => gzipOf([new Piece(text)])

const textOf = (place: number, length: number) => `${place} 橋は通れません `.repeat(Math.ceil(length / 12)).slice(0, length)
/** Nothing that gzip could shorten much, so that it fills several of its chunks. */
const noise = Array.from({ length: 60_000 }, (_, place) => Math.sin(place).toString(36)).join('')

test('many texts at once, small and large, empty and long, are each packed by themselves', async () => {
  const texts = Array.from({ length: 40 }, (_, place) => textOf(place, place * place * 300))
  const packed = await Promise.all([...texts, noise, ''].map(gzipped))
  expect(packed.map((file) => gunzipSync(file).toString())).toEqual([...texts, noise, ''])
})

test('a text is packed the same, whatever was packed before it', async () => {
  const first = await gzipped(textOf(1, 9000))
  await gzipped(noise)
  expect(await gzipped(textOf(1, 9000))).toEqual(first)
})

test('pieces make one file in any order, also with those that stand in another file, and with none', async () => {
  const [one, other, long] = [new Piece(textOf(1, 500)), new Piece(textOf(2, 500)), new Piece(noise)]
  for (const pieces of [[one, other], [other, one], [long, one, long, other], [one, one], []])
    expect(gunzipSync(await gzipOf(pieces)).toString()).toBe(pieces.map(({ text }) => text).join(''))
})

test('a text in parts is packed as the whole of it, small and beyond what is kept', async () => {
  for (const parts of [[], [''], ['{"items":[', '橋', ',', '🔥', ']}'], Array.from({ length: 12 }, () => noise)]) {
    const piece = new Piece(parts)
    expect(piece.text).toBe(parts.join(''))
    expect(piece.length).toBe(parts.join('').length)
    expect(gunzipSync(await gzipOf([piece])).toString()).toBe(parts.join(''))
  }
})

test('where zlib breaks the text is refused, and packed when it is asked for again', async () => {
  const piece = new Piece(textOf(1, 9000))
  // As it breaks itself: the stream is over, and nothing calls back.
  vi.spyOn(DeflateRaw.prototype, '_transform').mockImplementationOnce(function broken(this: DeflateRaw) {
    this.destroy(new Error('no memory'))
  })
  await expect(gzipOf([piece])).rejects.toThrow('no memory')
  expect(gunzipSync(await gzipOf([piece])).toString()).toBe(piece.text)
})
