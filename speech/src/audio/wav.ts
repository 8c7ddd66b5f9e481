const HEADER_BYTES = 44

/** Sound of one channel with 16 bits. */
export interface Sound {
  /** Samples of a second. */
  readonly rate: number
  readonly samples: Int16Array<ArrayBuffer>
}

/** @returns the sound of a WAV file (16 bit, mono), whose chunks may be in any order. @throws for another file. */
export function soundOfWav(file: Buffer): Sound {
  let rate = 0
  for (let offset = 12; offset + 8 <= file.length;) {
    const kind = file.toString('latin1', offset, offset + 4)
    const start = offset + 8
    if (kind === 'fmt ') rate = file.readUInt32LE(start + 4)
    if (kind === 'data') {
      // A program that writes to a pipe does not know the size in advance and writes one that is too large.
      const end = Math.min(start + file.readUInt32LE(offset + 4), file.length)
      const data = new Uint8Array(file.subarray(start, end - ((end - start) % 2)))
      return { rate, samples: new Int16Array(data.buffer) }
    }
    const size = file.readUInt32LE(offset + 4)
    offset = start + size + (size % 2)
  }
  throw new Error('not a WAV file')
}

/** @returns a WAV file */
export function wavOfSound({ rate, samples }: Sound): Buffer {
  const file = Buffer.alloc(HEADER_BYTES + samples.byteLength)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(HEADER_BYTES - 8 + samples.byteLength, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples.byteLength, 40)
  file.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), HEADER_BYTES)
  return file
}
