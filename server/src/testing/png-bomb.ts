import { crc32, deflateSync } from 'node:zlib'

/** A grey square with a side of so many pixels, a multiple of eight, in a few kilobytes. */
export function pngBomb(side: number): Buffer<ArrayBuffer> {
  const chunk = (name: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    const typed = Buffer.concat([Buffer.from(name), body])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
