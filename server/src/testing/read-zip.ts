const END = 0x06_05_4b_50
const CENTRAL_HEADER_BYTES = 46
const LOCAL_HEADER_BYTES = 30

/** Returns the files of a ZIP archive whose files are stored as they are, by the central directory at its end. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  let end = archive.length - 22
  while (archive.readUInt32LE(end) !== END) end -= 1
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (archive.readUInt16LE(at + 10) !== 0) throw new Error('a file is compressed')
    const size = archive.readUInt32LE(at + 20)
    const nameBytes = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + CENTRAL_HEADER_BYTES, at + CENTRAL_HEADER_BYTES + nameBytes)
    const local = archive.readUInt32LE(at + 42)
    const start = local + LOCAL_HEADER_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    files.set(name, archive.subarray(start, start + size))
    at += CENTRAL_HEADER_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}
