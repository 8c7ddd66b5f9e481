import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALERT, uploadServer } from './uploads.fixture.ts'

const BODY = Buffer.from(
  [
    '--edge',
    'Content-Disposition: form-data; name="alertId"',
    '',
    ALERT,
    '--edge',
    'Content-Disposition: form-data; name="files"; filename="橋.jpg"',
    'Content-Type: image/jpeg',
    '',
    'no picture',
    '--edge',
    'Content-Disposition: form-data; name="textContent"; charset=utf-8',
    'Content-Type: application/json; charset=shift_jis',
    '',
    '"text"',
    '--edge--',
    '',
  ].join('\r\n'),
)

/** Replaces a part of the form. */
const damage = fc.record({
  offset: fc.nat(BODY.length),
  length: fc.nat(40),
  replacement: fc.oneof(
    fc.uint8Array({ maxLength: 30 }),
    fc
      .constantFrom('\r\n', '\r\n\r\n', '--edge', '--edge--', '"', ';', '\0', '%00', "filename*=x''%")
      .map((text) => new Uint8Array(Buffer.from(text))),
  ),
})

test('a damaged form never gets a 5xx reply, and a rejected form leaves no files', async () => {
  await using noroshi = await uploadServer()
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
      const body = damages.reduce(
        (form, { offset, length, replacement }) =>
          Buffer.concat([form.subarray(0, offset), replacement, form.subarray(offset + length)]),
        BODY,
      )
      const before = (await noroshi.filesOnDisk()).length
      const reply = await noroshi.send(new Uint8Array(body), { 'content-type': 'multipart/form-data; boundary=edge' })
      expect(reply.status).toBeLessThan(500)
      expect((await noroshi.filesOnDisk()).length - before).toBe(reply.files?.length ?? 0)
    }),
    { numRuns: 150 },
  )
})
