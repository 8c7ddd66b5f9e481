/** @returns the samples of a WAV file (16 bit, mono), whose chunks may be in any order. @throws for another file. */
export function samplesOfWav(file: Buffer): Int16Array<ArrayBuffer> {
  for (let offset = 12; offset + 8 <= file.length;) {
    const size = file.readUInt32LE(offset + 4)
    if (file.toString('latin1', offset, offset + 4) === 'data') {
      const data = new Uint8Array(file.subarray(offset + 8, offset + 8 + size - (size % 2)))
      return new Int16Array(data.buffer)
    }
    offset += 8 + size + (size % 2)
  }
  throw new Error('not a WAV file')
}
