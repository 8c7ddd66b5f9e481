import type { SentFile } from '#/testing/caller.ts'
import { hostileText } from './hostile-values.ts'
import type { Random } from './random.ts'

const BOUNDARY = 'edge'
const FILE_NAMES = [
  'a.txt',
  '橋.jpg',
  '',
  '../../x',
  'a\u0000.png',
  `${'n'.repeat(3000)}.png`,
  'x.svg',
  '\u202egnp.exe',
  '"; name="x',
]
const DAMAGES = [
  '\r\n',
  '\r\n\r\n',
  `--${BOUNDARY}`,
  `--${BOUNDARY}--`,
  '"',
  ';',
  '\0',
  "filename*=x''%",
  'Content-Type: ',
  '\xff\xfe',
]

interface Form {
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Returns a file with a hostile name, type or content. */
export const hostileFile = (random: Random): SentFile => ({
  field: random.pick(['files', 'file', 'messageMedia', 'avatar', 'image', 'icon', '__proto__']),
  name: random.pick(FILE_NAMES),
  bytes: random.bytes(random.pick([0, 1, 100, 5000])),
  type: random.pick(['', 'image/png', 'text/html', 'x', 'image/svg+xml', 'multipart/form-data']),
})

/** Encodes a multipart form. Some forms are cut, damaged, or have fields twice or none of their headers. */
export function formBytes(
  fields: readonly (readonly [name: string, value: string])[],
  files: readonly SentFile[],
  random: Random,
): Form {
  const parts: Buffer[] = fields.map(([name, value]) => partOf(`name="${escaped(name)}"`, null, Buffer.from(value)))
  for (const { field = 'files', name, bytes, type } of files)
    parts.push(partOf(`name="${escaped(field)}"; filename="${escaped(name)}"`, type ?? null, Buffer.from(bytes)))
  // Files may come before the fields.
  if (random.isTrue(0.1)) parts.reverse()
  const whole = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
  const contentType = random.isTrue(0.03)
    ? random.pick([
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary="',
        'multipart/mixed; boundary=edge',
      ])
    : `multipart/form-data; boundary=${BOUNDARY}`
  return { contentType, bytes: new Uint8Array(random.isTrue(0.15) ? damaged(whole, random) : whole) }
}

const partOf = (disposition: string, type: string | null, content: Buffer): Buffer => {
  const head = [`--${BOUNDARY}`, `Content-Disposition: form-data; ${disposition}`]
  if (type !== null) head.push(`Content-Type: ${type}`)
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), content, Buffer.from('\r\n')])
}

const escaped = (name: string): string => name.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ')

function damaged(form: Buffer, random: Random): Buffer {
  if (random.isTrue(0.3)) return form.subarray(0, random.below(form.length))
  const offset = random.below(form.length)
  const replacement = Buffer.from(random.isTrue(0.8) ? random.pick(DAMAGES) : hostileText(random), 'latin1')
  return Buffer.concat([form.subarray(0, offset), replacement, form.subarray(offset + random.below(40))])
}
