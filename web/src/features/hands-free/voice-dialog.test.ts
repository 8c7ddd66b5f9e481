import { describe, expect, test, vi } from 'vitest'
import type { SpokenCommand } from '@noroshi/contract/hands-free/hands-free.http'
import { ApiError, OfflineError } from '../../platform/connection/http-errors.ts'
import type { RecorderHandlers, SpokenResult } from './command-recorder.ts'
import { answerOf, VoiceDialog } from './voice-dialog.ts'

const CALL: SpokenCommand = {
  command: 'call',
  recipientUserId: 'ben',
  messageThreadId: null,
  message: null,
  alertId: null,
  recipientName: 'Ben',
  choices: [],
}
const spoken = (text: string, isCommand = true): SpokenResult => ({ kind: 'spoken', text, isCommand })

/** Opens a dialog. The test ends its recordings; `answer` is the reply of the server to each text. */
function open(answer: SpokenCommand | Error = CALL) {
  const recordings: { handlers: RecorderHandlers; settle: (result: SpokenResult) => void; cancel: () => void }[] = []
  const [run, fail, close] = [vi.fn(), vi.fn(), vi.fn()]
  const understand = vi.fn((_text: string) => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)))
  const dialog = new VoiceDialog({
    record(handlers) {
      const { promise, resolve } = Promise.withResolvers<SpokenResult>()
      const cancel = vi.fn(() => resolve({ kind: 'cancelled' }))
      recordings.push({ handlers, settle: resolve, cancel })
      return { result: promise, end: vi.fn(), cancel }
    },
    understand,
    run,
    fail,
    close,
  })
  /** Records a command and ends the recording with this result. */
  const say = async (result: SpokenResult) => {
    const before = recordings.length
    void dialog.listen()
    recordings[before]?.settle(result)
    await vi.waitFor(
      () => expect(['opening', 'listening', 'recognising', 'understanding']).not.toContain(dialog.view.get().stage),
      10_000,
    )
  }
  return { dialog, recordings, understand, run, fail, close, say }
}

test('a recognised command goes to its confirmation, and runs once it is confirmed', async () => {
  const { dialog, understand, run, close, say } = open()
  await say(spoken('call Ben'))
  expect(understand).toHaveBeenCalledExactlyOnceWith('call Ben')
  expect(dialog.view.get()).toMatchObject({ stage: 'confirming', command: CALL })
  expect(run).not.toHaveBeenCalled()
  dialog.confirm()
  expect(run).toHaveBeenCalledExactlyOnceWith(CALL)
  expect(close).toHaveBeenCalledOnce()
})

test('any other text waits in the dialog to be edited', async () => {
  const { dialog, understand, say } = open()
  await say(spoken('the weather is nice', false))
  expect(dialog.view.get()).toMatchObject({ stage: 'editing', text: 'the weather is nice', note: null })
  expect(understand).not.toHaveBeenCalled()
})

test('the text is shown while the microphone is open', () => {
  const { dialog, recordings } = open()
  void dialog.listen()
  expect(dialog.view.get()).toMatchObject({ stage: 'opening', microphone: null })
  const stream = {} as MediaStream
  recordings[0]?.handlers.onMicrophone(stream)
  recordings[0]?.handlers.onText('call')
  expect(dialog.view.get()).toMatchObject({ stage: 'listening', text: 'call', microphone: stream })
  recordings[0]?.handlers.onEnd()
  recordings[0]?.handlers.onMicrophone(null)
  expect(dialog.view.get()).toMatchObject({ stage: 'recognising', text: 'call', microphone: null })
})

test.each([
  [spoken('', false), 'handsFree.nothingSaid'],
  [{ kind: 'unrecognised' }, 'handsFree.notSent'],
  [{ kind: 'problem', problem: 'denied' }, 'media.grantMicrophone'],
  [{ kind: 'problem', problem: 'busy' }, 'media.busy'],
] as const)('a recording without a text says why: %j', async (result, note) => {
  const { dialog, say } = open()
  await say(result)
  expect(dialog.view.get()).toMatchObject({ stage: 'editing', text: '', note })
})

describe('an answer by voice', () => {
  test('confirms the command', async () => {
    const { recordings, run, say } = open()
    await say(spoken('call Ben'))
    recordings[1]?.settle(spoken('yes'))
    await vi.waitFor(() => expect(run).toHaveBeenCalledExactlyOnceWith(CALL), 10_000)
  })

  test('refuses the command, and other speech is asked for again', async () => {
    const { recordings, run, close, say } = open()
    await say(spoken('call Ben'))
    recordings[1]?.settle(spoken('the weather', false))
    await vi.waitFor(() => expect(recordings).toHaveLength(3), 10_000)
    recordings[2]?.settle(spoken('やめて'))
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce(), 10_000)
    expect(run).not.toHaveBeenCalled()
  })

  test('is not recorded after a typed command', async () => {
    const { dialog, recordings } = open()
    await dialog.send('call Ben')
    expect(dialog.view.get().stage).toBe('confirming')
    expect(recordings).toEqual([])
  })
})

test('an SOS runs at once, because its countdown is the question', async () => {
  const sos = { ...CALL, command: 'sos', recipientUserId: null, recipientName: null } as const
  const { run, say } = open(sos)
  await say(spoken('emergency'))
  expect(run).toHaveBeenCalledExactlyOnceWith(sos)
})

test('"stop" closes the dialog and stops what is read aloud; its text is not kept', async () => {
  const stop = { ...CALL, command: 'stop', recipientUserId: null, recipientName: null } as const
  const { dialog, run, close } = open(stop)
  await dialog.send('stop')
  expect(close).toHaveBeenCalledOnce()
  expect(run).toHaveBeenCalledExactlyOnceWith(stop)
  expect(dialog.unusedText).toBe('')
})

test('a message without a text cannot be confirmed before a text is typed', async () => {
  const { dialog, recordings, run } = open({ ...CALL, command: 'message' })
  await dialog.send('message Ben')
  dialog.confirm()
  expect(run).not.toHaveBeenCalled()
  expect(recordings).toEqual([])
  dialog.editMessage('come home')
  dialog.confirm()
  expect(run).toHaveBeenCalledExactlyOnceWith({ ...CALL, command: 'message', message: 'come home' })
})

test('one of several people with the same name is chosen first', async () => {
  const choices = ['ben', 'other'].map((id) => ({ name: 'Ben', recipientUserId: id, messageThreadId: null }))
  const { dialog, run } = open({ ...CALL, recipientUserId: null, recipientName: null, choices })
  await dialog.send('call Ben')
  expect(dialog.view.get().stage).toBe('choosing')
  const [, other] = choices
  if (other) dialog.choose(other)
  dialog.confirm()
  expect(run.mock.calls[0]?.[0]).toMatchObject({ recipientUserId: 'other', recipientName: 'Ben' })
})

test('a failed command shows the message of the server and closes the dialog; the text is kept', async () => {
  const { dialog, fail, close } = open(new ApiError(400, { code: 'command.notUnderstood', message: 'no command', issues: [] }))
  await dialog.send('dance')
  expect(fail).toHaveBeenCalledExactlyOnceWith('no command', 'dance')
  expect(close).toHaveBeenCalledOnce()
})

test('without the server, the text stays in the dialog', async () => {
  const { dialog, close } = open(new OfflineError())
  await dialog.send('call Ben')
  expect(dialog.view.get()).toMatchObject({ stage: 'editing', text: 'call Ben', note: 'handsFree.offline' })
  expect(close).not.toHaveBeenCalled()
})

test('a closed dialog ends its recording and runs nothing', async () => {
  const { dialog, recordings, understand } = open()
  void dialog.listen()
  dialog.close()
  expect(recordings[0]?.cancel).toHaveBeenCalledOnce()
  recordings[0]?.settle(spoken('call Ben'))
  await Promise.resolve()
  expect(understand).not.toHaveBeenCalled()
})

test('a dialog that an alarm covers ends its recording and keeps the text', () => {
  const { dialog, recordings } = open()
  void dialog.listen()
  recordings[0]?.handlers.onMicrophone({} as MediaStream)
  recordings[0]?.handlers.onText('call')
  dialog.setCovered(true)
  expect(recordings[0]?.cancel).toHaveBeenCalledOnce()
  expect(dialog.view.get()).toMatchObject({ stage: 'editing', text: 'call' })
})

test('a question that an alarm covers takes no spoken answer, and a touch confirms it', async () => {
  const { dialog, recordings, run, say } = open()
  await say(spoken('call Ben'))
  dialog.setCovered(true)
  expect(recordings[1]?.cancel).toHaveBeenCalledOnce()
  recordings[1]?.settle(spoken('yes'))
  await Promise.resolve()
  expect(run).not.toHaveBeenCalled()
  dialog.setCovered(false)
  dialog.confirm()
  expect(run).toHaveBeenCalledOnce()
})

test('a question that appears below an alarm opens no microphone', async () => {
  const { dialog, recordings, say } = open()
  void dialog.listen()
  recordings[0]?.handlers.onEnd()
  dialog.setCovered(true)
  expect(recordings[0]?.cancel).not.toHaveBeenCalled()
  recordings[0]?.settle(spoken('call Ben'))
  await vi.waitFor(() => expect(dialog.view.get().stage).toBe('confirming'), 10_000)
  expect(recordings).toHaveLength(1)
  dialog.setCovered(false)
  await say(spoken('call Ben'))
  expect(recordings).toHaveLength(3)
})

test('typing into a spoken message ends the recording of the answer', async () => {
  const { dialog, recordings, say } = open({ ...CALL, command: 'message', message: 'come home' })
  await say(spoken('message Ben come home'))
  expect(recordings).toHaveLength(2)
  dialog.editMessage('come home now')
  expect(recordings[1]?.cancel).toHaveBeenCalledOnce()
  expect(dialog.view.get()).toMatchObject({ stage: 'confirming', command: { message: 'come home now' } })
})

test('a command that is typed after a recording opens no microphone for the answer', async () => {
  const { dialog, recordings } = open()
  void dialog.listen()
  dialog.type()
  dialog.edit('call Ben')
  await dialog.send('call Ben')
  expect(dialog.view.get().stage).toBe('confirming')
  expect(recordings).toHaveLength(1)
})

test('a recording that ends before the microphone is open leaves the text field', async () => {
  const { dialog, say } = open()
  await say({ kind: 'cancelled' })
  expect(dialog.view.get()).toMatchObject({ stage: 'editing', text: '' })
})

test('a text is unused until its command is confirmed or discarded', async () => {
  const { dialog } = open({ ...CALL, command: 'message', message: 'come home' })
  dialog.edit('message Ben come home')
  expect(dialog.unusedText).toBe('message Ben come home')
  await dialog.send('message Ben come home')
  dialog.editMessage('come home now')
  expect(dialog.unusedText).toBe('come home now')
  dialog.confirm()
  expect(dialog.unusedText).toBe('')
})

test.each([
  ['yes', 'confirm'],
  ['お願いします', 'confirm'],
  ['no stop', 'stop'],
  ['キャンセル', 'stop'],
  ['call Ben', null],
  ['', null],
] as const)('%s answers a question with %s', (text, answer) => expect(answerOf(text)).toBe(answer))
