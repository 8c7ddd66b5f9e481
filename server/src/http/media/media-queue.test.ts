import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MediaQueue, type MediaTurn } from './media-queue.ts'

/** A queue whose tasks run until `endNext` ends the oldest, which charges `used` milliseconds. */
function queue({ waitingMax = 10, concurrency = 1 } = {}) {
  const media = new MediaQueue(concurrency, waitingMax)
  const started: string[] = []
  const ends: ((used: number) => void)[] = []
  return {
    started,
    waiting: media.waiting,
    send: (name: string, turn: MediaTurn) =>
      media.run(turn, async (charge) => {
        started.push(name)
        charge(await new Promise<number>((end) => ends.push(end)))
        return name
      }),
    async endNext(used = 0) {
      await nextTick()
      ends.shift()?.(used)
      await nextTick()
    },
  }
}

const { signal: NEVER } = new AbortController()
const other = (source: string): MediaTurn => ({ isSos: false, source, isMember: true, signal: NEVER })
const sos = (source: string): MediaTurn => ({ ...other(source), isSos: true })
const stranger = (source: string, signal = NEVER): MediaTurn => ({ isSos: true, source, isMember: false, signal })
const ignore = () => undefined

test('a picture of an SOS is encoded before all waiting pictures', async () => {
  const { started, send, endNext } = queue()
  void send('running', other('a'))
  for (const name of ['one', 'two', 'three']) void send(name, other('a'))
  void send('sos', sos('visitor'))
  await endNext()
  expect(started).toEqual(['running', 'sos'])
})

test('the source that used least processor time is next, however many files the others sent', async () => {
  const { started, send, endNext } = queue()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void send(name, sos('a'))
  void send('b1', sos('b'))
  for (let turn = 0; turn < 3; turn += 1) await endNext(100)
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('the files of an SOS lose their precedence when their source used much processor time', async () => {
  const { started, send, endNext } = queue()
  void send('attack', sos('a'))
  void send('second attack', sos('a'))
  void send('chat', other('b'))
  await endNext(11_000)
  expect(started).toEqual(['attack', 'chat'])
})

test('a source has one running file, and callers without a session leave a place to members', async () => {
  const { started, send } = queue({ concurrency: 3 })
  for (const name of ['a1', 'a2']) void send(name, other('a'))
  for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) void send(address, stranger(address))
  await nextTick()
  expect(started).toEqual(['a1', '10.0.0.1', '10.0.0.2'])
  const few = queue({ concurrency: 2 })
  for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) void few.send(address, stranger(address))
  void few.send('member', other('a'))
  await nextTick()
  expect(few.started).toEqual(['10.0.0.1', 'member'])
})

test('when too many wait, the largest source loses its newest file', async () => {
  const { started, send, endNext } = queue({ waitingMax: 3 })
  void send('running', other('a'))
  void send('a1', sos('a'))
  const second = send('a2', sos('a'))
  const third = send('a3', sos('a'))
  void send('b1', other('b'))
  await expect(third).rejects.toMatchObject({ code: 'file.busy' })
  void send('c1', stranger('10.0.0.1'))
  await expect(second).rejects.toMatchObject({ code: 'file.busy' })
  for (let turn = 0; turn < 4; turn += 1) await endNext(1)
  expect(started.toSorted()).toEqual(['a1', 'b1', 'c1', 'running'])
})

test('of sources with as many files, one without a session gives way, then one without an SOS', async () => {
  const { send } = queue({ waitingMax: 2 })
  void send('running', other('a'))
  const visitor = send('visitor', stranger('10.0.0.1'))
  const chat = send('chat', other('b'))
  void send('sos', sos('c')).catch(ignore)
  await expect(visitor).rejects.toMatchObject({ code: 'file.busy' })
  void send('second sos', sos('d')).catch(ignore)
  await expect(chat).rejects.toMatchObject({ code: 'file.busy' })
  await expect(send('late', stranger('10.0.0.2'))).rejects.toMatchObject({ code: 'file.busy' })
})

test('a waiting file leaves the queue when its request ends', async () => {
  const { started, send, endNext, waiting } = queue()
  const request = new AbortController()
  void send('running', other('a'))
  const gone = send('gone', stranger('10.0.0.1', request.signal))
  void send('next', stranger('10.0.0.2'))
  expect(waiting()).toBe(2)
  request.abort()
  await expect(gone).rejects.toMatchObject({ code: 'invalid' })
  await expect(send('ended', stranger('10.0.0.1', request.signal))).rejects.toMatchObject({ code: 'invalid' })
  await endNext()
  expect(started).toEqual(['running', 'next'])
})
