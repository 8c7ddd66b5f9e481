import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pictureQueue, type PictureTurn } from './picture-queue.ts'

/** A queue of one process. `endNext` ends the running task. */
function queue({ waitingMax = 10 } = {}) {
  const enqueue = pictureQueue(1, waitingMax)
  const started: string[] = []
  const ends: (() => void)[] = []
  return {
    started,
    send: (name: string, turn: PictureTurn) =>
      enqueue(turn, async () => {
        started.push(name)
        await new Promise<void>((end) => ends.push(end))
        return name
      }),
    async endNext() {
      await nextTick()
      ends.shift()?.()
      await nextTick()
    },
  }
}

const other = (source: string): PictureTurn => ({ isSos: false, source })
const sos = (source: string): PictureTurn => ({ isSos: true, source })

test('a picture of an SOS is encoded before all waiting pictures', async () => {
  const { started, send, endNext } = queue()
  void send('running', other('a'))
  for (const name of ['one', 'two', 'three']) void send(name, other('a'))
  void send('sos', sos('visitor'))
  await endNext()
  expect(started).toEqual(['running', 'sos'])
})

test('a source with many pictures does not delay another source', async () => {
  const { started, send, endNext } = queue()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void send(name, sos('a'))
  void send('b1', sos('b'))
  for (let turn = 0; turn < 3; turn += 1) await endNext()
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('a full queue rejects a picture without SOS, and an SOS replaces the newest other picture', async () => {
  const { started, send, endNext } = queue({ waitingMax: 2 })
  void send('running', other('a'))
  const older = send('older', other('a'))
  const newer = send('newer', other('b'))
  await expect(send('late', other('c'))).rejects.toMatchObject({ code: 'file.busy' })

  void send('sos', sos('d'))
  await expect(newer).rejects.toMatchObject({ code: 'file.busy' })
  void send('second sos', sos('e')).catch(() => undefined)
  await expect(older).rejects.toMatchObject({ code: 'file.busy' })
  await expect(send('third sos', sos('f'))).rejects.toMatchObject({ code: 'file.busy' })
  for (let turn = 0; turn < 3; turn += 1) await endNext()
  expect(started).toEqual(['running', 'sos', 'second sos'])
})
