/** Bytes of the size and the type of a box. */
const HEADER_BYTES = 8
const UNUSED = Buffer.from('free')

/**
 * Returns an MP4 file in which a fragment that is written twice in a row is read once. Browsers with WebKitGTK end a recording so, and
 * the samples of the first copy lie elsewhere. All positions stay the same.
 */
export function withoutRepeatedFragments(bytes: Buffer): Buffer {
  let read = bytes
  let before = bytes.subarray(0, 0)
  let start = 0
  while (start + HEADER_BYTES <= bytes.length) {
    const size = bytes.readUInt32BE(start)
    if (size < HEADER_BYTES) break // the last box, or one of more than 4 GB, which are no fragments
    const box = bytes.subarray(start, start + size)
    const isRepeated = before.equals(box) && box.toString('latin1', 4, HEADER_BYTES) === 'moof'
    if (isRepeated) {
      if (read === bytes) read = Buffer.from(bytes)
      UNUSED.copy(read, start - size + 4)
    }
    before = box
    start += size
  }
  return read
}
