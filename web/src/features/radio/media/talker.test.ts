import { beforeEach, expect, test, vi } from 'vitest'
import type { RadioFloor } from '@noroshi/contract/radio/radio.http'
import { CaptureError } from '../../../platform/device/media-capture.ts'
import { command, sendLive } from '../../../platform/connection/socket.ts'
import type { TalkNotice, TalkView } from './talk.ts'
import { Talker } from './talker.ts'

// The devices of the browser and the connection are replaced; the talker is the real one.

vi.mock('../../../platform/connection/socket.ts', () => ({ command: vi.fn(), sendLive: vi.fn() }))
vi.mock('../../../platform/audio/output.ts', () => ({ beginSound: () => () => undefined }))
vi.mock('../../../platform/audio/voice-frames.ts', () => ({ hasVoiceFrames: () => true }))
vi.mock('../../../platform/audio/tones.ts', () => ({ playTones: () => undefined }))
vi.mock('../../../platform/audio/opus.ts', () => ({
  canEncodeVoice: async () => true,
  createVoiceEncoder: () => ({ encode: () => undefined, finish: async () => undefined }),
}))
const useMicrophone = vi.hoisted(() => vi.fn<() => Promise<void>>())
vi.mock('./talk-microphone.ts', () => ({
  TalkMicrophone: class {
    use = useMicrophone
    rest = () => undefined
    close = () => undefined
    closeIfIdle = () => undefined
  },
}))

const ME = 'aiko'
const PAGE = 'page of aiko'
const THREAD = 'thread'

const floorOf = (version: number, transmissionId: string | null, queue: string[] = []) =>
  ({
    messageThreadId: THREAD,
    transmissionId,
    version,
    queue,
    ...(transmissionId === null
      ? { speakerId: null, speaker: null, endpointId: null }
      : { speakerId: ME, speaker: { id: ME, fullName: 'Aiko' }, endpointId: PAGE }),
  }) as unknown as RadioFloor // the talker reads no other fields

/** Opens a talker whose server is controlled by the test. */
function openTalker() {
  const views: TalkView[] = []
  const notices: TalkNotice[] = []
  const talker = new Talker({
    threadId: THREAD,
    endpointId: PAGE,
    myId: ME,
    onView: (view) => void views.push(view),
    onNotice: (notice) => void notices.push(notice),
    onLevel: () => undefined,
    onMicrophone: () => undefined,
  })
  return { talker, notices, state: () => views.at(-1)?.state ?? 'idle' }
}

type FloorAck = { ok: true; reply: { granted: boolean; transmissionId: string | null; position: number; version: number } }
const granted = (transmissionId: string, version: number): FloorAck => ({
  ok: true,
  reply: { granted: true, transmissionId, position: 0, version },
})
const queued = (version: number): FloorAck => ({
  ok: true,
  reply: { granted: false, transmissionId: null, position: 1, version },
})

/** The requests for the floor that the server has not answered, in their order. */
let requests: PromiseWithResolvers<FloorAck>[] = []
let sent: string[] = []
beforeEach(() => {
  useMicrophone.mockReset().mockResolvedValue(undefined)
  requests = []
  sent = []
  vi.mocked(command).mockImplementation((async (name: string) => {
    sent.push(name)
    if (name !== 'radio:floor') return { ok: true, reply: { message: {} } }
    const request = Promise.withResolvers<FloorAck>()
    requests.push(request)
    return request.promise
  }) as never) // one function for the replies of all commands
  vi.mocked(sendLive).mockReset()
})
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

test('a microphone that is refused after a short press is reported, unless the user presses again or leaves', async () => {
  const denied = Promise.withResolvers<void>()
  useMicrophone.mockReturnValue(denied.promise)
  const { talker, notices, state } = openTalker()
  void talker.press({ isLocked: false })
  await expect.poll(() => useMicrophone.mock.calls.length).toBe(1)
  talker.release()
  void talker.press({ isLocked: false })
  await expect.poll(() => useMicrophone.mock.calls.length).toBe(2)
  denied.reject(new CaptureError('denied'))
  await expect.poll(() => notices).toEqual([{ kind: 'problem', problem: 'denied' }])

  useMicrophone.mockRejectedValue(new CaptureError('denied'))
  void talker.press({ isLocked: false })
  await expect.poll(() => useMicrophone.mock.calls.length).toBe(3)
  talker.release()
  await expect.poll(() => notices).toHaveLength(2)
  expect(state()).toBe('idle')

  const late = Promise.withResolvers<void>()
  useMicrophone.mockReturnValue(late.promise)
  const pressed = talker.press({ isLocked: false })
  await expect.poll(() => useMicrophone.mock.calls.length).toBe(4)
  talker.close()
  late.reject(new CaptureError('denied'))
  await pressed
  expect(notices).toHaveLength(2)
  expect(requests).toEqual([])
})

test('a second press talks with a transmission of its own', async () => {
  const { talker, state, notices } = openTalker()
  void talker.press({ isLocked: false })
  await settle()
  talker.release()
  void talker.press({ isLocked: false })
  await settle()
  expect(sent).toEqual(['radio:floor', 'radio:release', 'radio:floor'])
  requests[0]?.resolve(granted('first', 2))
  talker.setFloor(floorOf(2, 'first'))
  await settle()
  expect(state()).toBe('asking')
  talker.setFloor(floorOf(3, null))
  requests[1]?.resolve(granted('second', 4))
  await settle()
  expect(state()).toBe('onAir')
  talker.setFloor(floorOf(4, 'second'))
  await settle()
  expect([state(), notices]).toEqual(['onAir', []])
})

test('a press that waits does not begin with an earlier grant, and begins with its own', async () => {
  const { talker, state } = openTalker()
  void talker.press({ isLocked: false })
  await settle()
  requests[0]?.resolve(queued(5))
  await settle()
  talker.setFloor(floorOf(4, 'of an earlier press'))
  await settle()
  expect(state()).toBe('waiting')
  talker.setFloor(floorOf(6, 'own'))
  await settle()
  expect(state()).toBe('onAir')
})

test('a grant that overtakes the reply to the request is used', async () => {
  const { talker, state } = openTalker()
  void talker.press({ isLocked: false })
  await settle()
  talker.setFloor(floorOf(6, 'own'))
  expect(state()).toBe('asking')
  requests[0]?.resolve(queued(5))
  await settle()
  expect(state()).toBe('onAir')
})

test('events from before the grant do not end a talk, and a later one does', async () => {
  const { talker, state } = openTalker()
  void talker.press({ isLocked: false })
  await settle()
  requests[0]?.resolve(granted('own', 7))
  await settle()
  talker.setFloor(floorOf(6, null))
  await settle()
  expect(state()).toBe('onAir')
  talker.setFloor(floorOf(8, null))
  await settle()
  expect(state()).toBe('idle')
})

test('a talk that ends because of an alarm gives the floor back and says so', async () => {
  const { talker, state, notices } = openTalker()
  void talker.press({ isLocked: true })
  await settle()
  requests.at(-1)?.resolve(granted('own', 2))
  await settle()
  talker.endForAlarm()
  await settle()
  expect(state()).toBe('idle')
  expect(notices.filter(({ kind }) => kind === 'alarm')).toHaveLength(1)
  expect(sent.filter((name) => name === 'radio:release')).toHaveLength(1)
})

test('an alarm removes a talk from the queue', async () => {
  const { talker, state, notices } = openTalker()
  void talker.press({ isLocked: true })
  await settle()
  requests[0]?.resolve(queued(2))
  await settle()
  talker.endForAlarm()
  expect([state(), notices, sent.at(-1)]).toEqual(['idle', [{ kind: 'alarm' }], 'radio:release'])
})
