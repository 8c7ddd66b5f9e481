import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ALERT, FORBIDDEN, form, uploadServer } from './uploads.fixture.ts'

test('a form returns its fields and its files in the order of sending', async () => {
  await using noroshi = await uploadServer()
  const reply = await noroshi.send(
    form(
      [
        ['one.txt', 'one'],
        ['two.txt', 'two!'],
      ],
      { alertId: ALERT, textContent: ' the bridge \u0000is closed ' },
    ),
  )

  expect(reply.status).toBe(200)
  expect(reply.form).toMatchObject({ alertId: ALERT, textContent: 'the bridge is closed' })
  expect(reply.files).toMatchObject([
    { name: 'one.txt', size: 3, type: 'application/octet-stream', previewKey: null },
    { name: 'two.txt', size: 4, type: 'application/octet-stream', previewKey: null },
  ])
  expect(await noroshi.filesOnDisk()).toHaveLength(2)
})

test('a form without files is accepted, and an empty file input is not a file', async () => {
  await using noroshi = await uploadServer()
  expect(await noroshi.send(form([]))).toMatchObject({ status: 200, files: [] })
  const untouched =
    `--x\r\nContent-Disposition: form-data; name="alertId"\r\n\r\n${ALERT}\r\n` +
    '--x\r\nContent-Disposition: form-data; name="files"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n'
  expect(await noroshi.send(untouched, { 'content-type': 'multipart/form-data; boundary=x' })).toMatchObject({
    status: 200,
    files: [],
  })
})

test('a caller without the right is rejected before any byte is stored', async () => {
  await using noroshi = await uploadServer()
  expect(await noroshi.send(form([['one.txt', 'one']], { alertId: FORBIDDEN }))).toMatchObject({ status: 404, code: 'notFound' })
  expect(noroshi.checks).toEqual([{ alertId: FORBIDDEN, stored: 0 }])
})

test('with files before the fields, the right is checked after the fields and the stored files are deleted', async () => {
  await using noroshi = await uploadServer()
  const data = form([['one.txt', 'one']], {})
  data.append('alertId', FORBIDDEN)

  expect(await noroshi.send(data)).toMatchObject({ status: 404 })
  expect(noroshi.checks).toEqual([{ alertId: FORBIDDEN, stored: 1 }])
  expect(await noroshi.filesOnDisk()).toEqual([])
})

test('a second id after the files is checked too', async () => {
  await using noroshi = await uploadServer()
  const data = form([['one.txt', 'one']])
  data.append('alertId', FORBIDDEN)

  expect(await noroshi.send(data)).toMatchObject({ status: 404 })
  expect(await noroshi.filesOnDisk()).toEqual([])
})

test('a wrong field is rejected before the files are stored, a missing one afterwards', async () => {
  await using noroshi = await uploadServer()
  expect(await noroshi.send(form([['one.txt', 'one']], { alertId: 'x' }))).toMatchObject({ status: 400, code: 'invalid' })
  expect(await noroshi.send(form([['one.txt', 'one']], {}))).toMatchObject({ status: 400, code: 'invalid' })
  expect(noroshi.checks).toEqual([])
  expect(await noroshi.filesOnDisk()).toEqual([])
})

test('a file over the limit, an eleventh file and an empty file are rejected, and no file is stored', async () => {
  await using noroshi = await uploadServer()
  const megabyte = new Uint8Array(1_048_576)
  expect(await noroshi.send(form([['full.bin', megabyte]]))).toMatchObject({ status: 200 })
  const storedFiles = await noroshi.filesOnDisk()

  const over = await noroshi.send(
    form([
      ['one.txt', 'one'],
      ['over.bin', new Uint8Array(1_048_577)],
      ['two.txt', 'two'],
    ]),
  )
  expect(over).toMatchObject({ status: 413, code: 'file.tooLarge', message: 'File size should be less than 1 MB' })
  const eleven = Array.from({ length: 11 }, (_, index): [string, string] => [`${index}.txt`, 'x'])
  expect(await noroshi.send(form(eleven))).toMatchObject({
    status: 413,
    code: 'file.tooMany',
    message: 'You can add up to 10 files',
  })
  expect(
    await noroshi.send(
      form([
        ['one.txt', 'one'],
        ['empty.txt', ''],
      ]),
    ),
  ).toMatchObject({ status: 400, code: 'file.empty' })
  expect(await noroshi.filesOnDisk()).toEqual(storedFiles)
})

test('a sender far over the limit still receives the error reply', async () => {
  await using noroshi = await uploadServer()
  const reply = await noroshi.send(form([['film.bin', new Uint8Array(9 * 1_048_576)]]))
  expect(reply).toMatchObject({ status: 413, code: 'file.tooLarge' })
})

test('hostile forms get 4xx replies', async () => {
  await using noroshi = await uploadServer()
  const typed = (type: string, body: string) => noroshi.send(body, { 'content-type': type })
  const part = (head: string, body: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const raw = (...parts: string[]) => typed('multipart/form-data; boundary=x', `${parts.join('')}--x--\r\n`)
  const id = part('name="alertId"', ALERT)

  expect(await typed('application/json', '{}')).toMatchObject({ status: 415, code: 'unsupported' })
  expect(await typed('text/csv', 'a,b')).toMatchObject({ status: 415 })
  expect(await typed('multipart/form-data', 'no boundary')).toMatchObject({ status: 400 })
  expect(await typed('multipart/form-data; boundary=x', 'nothing of a form')).toMatchObject({ status: 400 })
  expect(
    await typed(
      'multipart/form-data; boundary=x',
      `${id}--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\ncut`,
    ),
  ).toMatchObject({ status: 400 })
  expect(await raw(part('name="__proto__"', 'x'), id)).toMatchObject({ status: 400 })
  expect(await raw(part('name="constructor"; filename="a"', 'x'), id)).toMatchObject({ status: 400 })
  expect(await raw(id, part('name="textContent"', 'x'.repeat(100_000)))).toMatchObject({ status: 413, code: 'bodyTooLarge' })
  expect(await raw(id, part('name="textContent"', 'x'.repeat(10_001)))).toMatchObject({ status: 400, code: 'invalid' })
  expect(await raw(id, part(`name="${'n'.repeat(1000)}"`, 'ignored'))).toMatchObject({ status: 200 })
  expect(await raw(id, ...Array.from({ length: 200 }, (_, index) => part(`name="f${index}"`, 'x')))).toMatchObject({
    status: 413,
  })
  expect(
    await raw(
      id,
      '--x\r\nContent-Disposition: form-data; name="textContent"\r\nContent-Type: application/json\r\n\r\n{"__proto__":1}\r\n',
    ),
  ).toMatchObject({ status: 400 })
  expect(
    await raw(
      id,
      '--x\r\nContent-Disposition: form-data; name="textContent"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n',
    ),
  ).toMatchObject({ status: 400, code: 'invalid' })
  expect(await raw(part('name=""', 'x'), part('', 'x'), '--x\r\n\r\nheadless\r\n', id)).toMatchObject({ status: 200 })
  expect(await noroshi.filesOnDisk()).toEqual([])
})

test('a sender that disconnects during the upload leaves no file, and is no error in the log', async () => {
  await using noroshi = await uploadServer()
  const socket = connect(noroshi.port, '127.0.0.1')
  socket.write(
    'POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n',
  )
  socket.write(`--x\r\nContent-Disposition: form-data; name="alertId"\r\n\r\n${ALERT}\r\n`)
  socket.write('--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nwhole\r\n')
  socket.write(`--x\r\nContent-Disposition: form-data; name="files"; filename="b"\r\n\r\n${'half'.repeat(50_000)}`)
  await expect.poll(async () => (await noroshi.filesOnDisk()).length).toBe(2)
  socket.destroy()

  await expect.poll(async () => (await noroshi.filesOnDisk()).length).toBe(0)
  await wait(50)
  expect(await noroshi.filesOnDisk()).toEqual([])
})

test('names lose paths, unsafe characters and excess length, and keep their script', async () => {
  await using noroshi = await uploadServer()
  const sent = ['../../etc/passwd', 'C:\\temp\\写真 1.txt', 'in\u202Egpj.exe', `${'長'.repeat(200)}.pdf`, '...', 'か\u3099.txt']
  const { files = [] } = await noroshi.send(form(sent.map((name) => [name, 'x'])))

  expect(files.map((file) => file.name)).toEqual([
    'passwd',
    '写真 1.txt',
    'ingpj.exe',
    `${'長'.repeat(116)}.pdf`,
    'file',
    'が.txt',
  ])
})

test('names keep joiners, quotes and percent signs, and a name that shows nothing is replaced', async () => {
  await using noroshi = await uploadServer()
  const kept = ['👨‍👩‍👧.png', 'می\u200cخواهم.txt', 'a "b" 100%.txt', "it's 5%25.txt", `${'x'.repeat(110)}👨.txt`]
  const { files = [] } = await noroshi.send(form([...kept, '\u3164'].map((name) => [name, 'x'])))
  expect(files.map((file) => file.name)).toEqual([...kept, 'file'])
})
