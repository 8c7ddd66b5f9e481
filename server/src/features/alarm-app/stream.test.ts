import type { Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import type { PublishedMessage } from './alarm-app.sql.ts'
import { seqOf } from './notices.ts'
import { Stream } from './stream.ts'

afterEach(() => void vi.useRealTimers())

/** A socket whose reader takes nothing until `read` is called. */
class FullSocket {
  writableLength = 0
  destroyed = false
  readonly lines: string[] = []
  most = 0
  readonly #flushes: (() => void)[] = []
  write(line: string, onFlushed: () => void): void {
    this.lines.push(line)
    this.#flushes.push(onFlushed)
    this.writableLength += line.length
    this.most = Math.max(this.most, this.writableLength)
  }
  read(): void {
    this.writableLength = 0
    for (const flushed of this.#flushes.splice(0)) flushed()
  }
  destroy(): void {
    this.destroyed = true
  }
}

const DEVICE = '01990000-0000-7000-8000-000000000001'
const messages = (count: number): PublishedMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    device_id: DEVICE,
    tag: `alert-${index}`,
    kind: 'alert',
    entity_id: DEVICE,
    notice: 'alert',
    page: '/alerts',
    published_at: new Date(0),
    expires_at: new Date(0),
    language: 'en',
    is_looping: true,
  }))

function openStream(isSilent?: () => boolean) {
  const socket = new FullSocket()
  const transport = {
    socket: socket as unknown as Socket, // the members that a stream uses
    write: (line: string, onFlushed: () => void) => socket.write(line, onFlushed),
    ...(isSilent && { isSilent }),
  }
  const devices = [{ id: DEVICE, sessionId: DEVICE, topic: 'topic' }]
  const stream = new Stream({
    devices,
    pushTopics: new Map(),
    position: 0,
    base: 'http://x',
    key: Buffer.from('key'),
    transport,
    now: () => new Date(0),
  })
  return { socket, stream }
}

test('a slow reader has at most 18 kB waiting, and gets all messages in order and once', () => {
  const { socket, stream } = openStream()
  const all = messages(500)
  stream.open(() => stream.send(all))
  stream.send(all)
  for (let reads = 0; stream.isBlocked && reads < 100; reads++) socket.read()
  const received = socket.lines.slice(1).map((line) => seqOf((JSON.parse(line) as { id: string }).id))
  expect(received).toEqual(all.map(({ seq }) => seq))
  expect(socket.most).toBeLessThan(18_000)
})

test('a socket that takes nothing for half a minute is cut, and others get a sign of life', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const stuck = openStream()
  stuck.stream.open(() => undefined)
  stuck.stream.send(messages(500))
  const idle = openStream()
  idle.stream.open(() => undefined)
  for (const seconds of [29, 2]) {
    expect(stuck.socket.destroyed).toBe(false)
    vi.advanceTimersByTime(seconds * 1000)
    stuck.stream.keepAlive()
    idle.stream.keepAlive()
  }
  expect([stuck.socket.destroyed, idle.socket.destroyed]).toEqual([true, false])
  expect(idle.socket.lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
    'open',
    'keepalive',
    'keepalive',
  ])
})

test('a WebSocket gets nothing at rest, and is cut when its app does not ping any more', () => {
  let isSilent = false
  const { socket, stream } = openStream(() => isSilent)
  stream.open(() => undefined)
  stream.keepAlive()
  expect(socket.lines).toHaveLength(1)
  expect(socket.destroyed).toBe(false)
  isSilent = true
  stream.keepAlive()
  expect(socket.destroyed).toBe(true)
})
