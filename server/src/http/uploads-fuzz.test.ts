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
    '"words"',
    '--edge--',
    '',
  ].join('\r\n'),
)

/** Something else in place of a piece of the form. */
const damage = fc.record({
  at: fc.nat(BODY.length),
  instead: fc.nat(40),
  by: fc.oneof(
    fc.uint8Array({ maxLength: 30 }),
    fc
      .constantFrom('\r\n', '\r\n\r\n', '--edge', '--edge--', '"', ';', '\0', '%00', "filename*=x''%")
      .map((text) => new Uint8Array(Buffer.from(text))),
  ),
})

test('no damage to a form makes the server fail, hang, or keep what it refused', async () => {
  await using noroshi = await uploadServer()
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
      const body = damages.reduce(
        (form, { at, instead, by }) => Buffer.concat([form.subarray(0, at), by, form.subarray(at + instead)]),
        BODY,
      )
      const before = (await noroshi.filesOnDisk()).length
      const answer = await noroshi.sends(new Uint8Array(body), { 'content-type': 'multipart/form-data; boundary=edge' })
      expect(answer.status).toBeLessThan(500)
      expect((await noroshi.filesOnDisk()).length - before).toBe(answer.files?.length ?? 0)
    }),
    { numRuns: 150 },
  )
})
