const HEADER_BYTES = 44

/** Returns a WAV file: mono, 16 bits. */
export function wavOf(samples: Int16Array, sampleRate: number): Buffer {
  const bytes = samples.length * 2
  const file = Buffer.alloc(HEADER_BYTES + bytes)
  file.write('RIFF', 0)
  file.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20) // PCM
  file.writeUInt16LE(1, 22) // mono
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(bytes, 40)
  for (const [index, sample] of samples.entries()) file.writeInt16LE(sample, HEADER_BYTES + index * 2)
  return file
}

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
