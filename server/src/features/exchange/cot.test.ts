import { expect, test } from 'vitest'
import { readXml, XmlRefused } from '#/ports/xml/read-xml.ts'
import { cotEvent, type CotObject, readCot } from './cot-event.ts'
import { COT_BYTES_MAX, CotFrames } from './cot-frames.ts'

const now = new Date('2026-11-30T12:00:00.000Z')
const later = new Date(now.getTime() + 600_000)
const object: CotObject = {
  uid: 'noroshi-1',
  type: 'b-m-p-s-m',
  how: 'h-e',
  status: 'Exercise',
  name: 'A & B <"佐藤">',
  remarks: 'One\nTwo ]]> \u0000',
  latitude: 38.26,
  longitude: -140.5,
  accuracy: null,
  startsAt: now,
}

/** Returns an event of a TAK server. */
const marker = (change: Record<string, string> = {}, detail = '<contact callsign="Depot"/>') => {
  const fields: Record<string, string> = {
    uid: 'm1',
    type: 'b-m-p-s-m',
    time: '2026-11-30T11:59:00Z',
    stale: '2026-11-30T12:30:00.5Z',
    lat: '38.1',
    lon: '140.2',
    ...change,
  }
  const { lat, lon, ...attributes } = fields
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<event version="2.0"${list.join('')}><point lat="${lat}" lon="${lon}" hae="0" ce="1" le="1"/><detail>${detail}</detail></event>`
}
const read = (text: string) => readCot(readXml(Buffer.from(text)), now)

test('an event that is written is read with the same values, and an exercise is marked as one', () => {
  const event = readXml(Buffer.from(cotEvent(object, now, later)))
  expect(Object.fromEntries(event.attributes)).toEqual({
    version: '2.0',
    uid: 'noroshi-1',
    type: 'b-m-p-s-m',
    how: 'h-e',
    opex: 'e-noroshi',
    time: now.toISOString(),
    start: now.toISOString(),
    stale: later.toISOString(),
  })
  expect(event.find('detail', 'contact')?.attributes.get('callsign')).toBe(object.name)
  expect(event.textOf('detail', 'remarks')).toBe('One\nTwo ]]>')
  expect(Object.fromEntries(event.find('point')?.attributes ?? [])).toMatchObject({
    lat: '38.260000',
    lon: '-140.500000',
    ce: '9999999.0',
  })
})

test('events are found however the network splits or merges them, and one that is too large is left out', () => {
  const [one, two] = [marker(), marker({ uid: 'm2' }, '<contact callsign="倉庫"/>')]
  const large = `<event uid="large"><detail>${'<x/>'.repeat(COT_BYTES_MAX / 2)}</detail></event>`
  const bytes = Buffer.from(`${one}${two}\n${large}\n${one}${two}`)
  for (const size of [1, 7, 1000, bytes.length]) {
    const frames = new CotFrames()
    const events: string[] = []
    for (let at = 0; at < bytes.length; at += size)
      events.push(...frames.add(bytes.subarray(at, at + size)).map((event) => event.toString().trim()))
    expect(events).toEqual([one, two, one, two])
  }
})

test('a marker has bounded values, and positions of teams, chats, commands and other events are no markers', () => {
  expect(read(marker())).toEqual({
    uid: 'm1',
    name: 'Depot',
    latitude: 38.1,
    longitude: 140.2,
    isExercise: false,
    at: new Date('2026-11-30T11:59:00Z'),
    staleAt: new Date('2026-11-30T12:30:00.500Z'),
  })
  expect(
    read(
      marker({ type: 'a-u-G', how: 'h-g-i-g-o', opex: 'e-flood', stale: '2030-01-01T00:00:00Z', time: '2029-01-01T00:00:00Z' }),
    ),
  ).toMatchObject({
    isExercise: true,
    at: now,
    staleAt: new Date('2026-12-01T12:00:00Z'),
  })
  const long = `<contact callsign="${'\u202e&#8238;a\n'.repeat(300)}"/>`
  expect(read(marker({}, long))).toMatchObject({ name: expect.stringMatching(/^[a ]{1,100}…?$/) as string })
  expect(read(marker({ type: 't-x-d-d', uid: 'other' }, '<link uid="m1" relation="none" type="none"/>'))).toEqual({
    removedUid: 'm1',
  })
  const refused = [
    marker({ lat: '91' }),
    marker({ lon: '1e2' }),
    marker({ lat: '' }),
    marker({ uid: '' }),
    marker({ uid: 'u'.repeat(201) }),
    marker({ stale: 'tomorrow' }),
    marker({ type: 'b-t-f' }),
    marker({ type: 't-x-c-t-r' }),
    marker({ type: 'b-m-r' }),
    marker({ type: 'a-f-G-U-C', how: 'h-e' }, '<contact callsign="Ken"/><__group name="Cyan" role="Team Member"/>'),
    marker({ type: 'a-f-G-U-C', how: 'h-e' }, '<takv os="34"/>'),
    marker({ type: 'a-f-G-E-V' }),
    marker({ type: 'a-f-G-E-V', how: 'm-g' }),
    // These are of another Noroshi, or of this one before it had another recipient.
    cotEvent({ ...object, uid: 'noroshi-01990000-0000-7000-8000-000000000031-alert-1' }, now, later),
    cotEvent({ ...object, uid: 'noroshi-01990000-0000-7000-8000-000000000031-person-1', type: 'a-n-G', how: 'm-g' }, now, later),
    marker({ type: 't-x-d-d' }, '<link uid="noroshi-1"/>'),
    marker({ type: 't-x-d-d' }, ''),
    '<events/>',
    '<event/>',
  ]
  for (const event of refused) expect([event, read(event)]).toEqual([event, null])
})

test('broken XML and each document with a type or entities is refused', () => {
  const bomb = `<!DOCTYPE event [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${marker({}, '<contact callsign="&b;"/>')}`
  const documents = [
    bomb,
    '<event uid="1"><point></event>',
    `${marker()}${marker()}`,
    marker({}, '<contact callsign="&b;"/>'),
    marker({}, '<x>'.repeat(60) + '</x>'.repeat(60)),
  ]
  for (const document of documents) expect(() => read(document)).toThrow(XmlRefused)
})
