import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../platform/device/device.fake.ts'
import { newId } from '../../platform/ids.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { setSessionUser } from '../../platform/session/session.ts'
import { fakeAnswer, fakeRollCall } from './testing/fake-roll-calls.ts'
import { sendAnswerPhoto } from './unsent-answer-photos.ts'
import { answerRollCall } from './unsent-roll-call-answers.ts'

fakeStorage()
const fetchMock = vi.fn<typeof fetch>()
const rollCall = fakeRollCall(1)
const rollCallId = rollCall.id
const photo = new File(['photo'], 'here.png', { type: 'image/png' })
const failOffline = () => Promise.reject(new TypeError('Failed to fetch'))
const reply = { ...rollCall, viewer: { ...rollCall.viewer, answer: fakeAnswer('safe'), version: 1 } }
const accept = async () => Response.json(reply)
const refusal = { code: 'rollCall.noAnswer', message: 'No answer', issues: [] }
const sendForm = vi.hoisted(() => vi.fn<(request: unknown, form: FormData) => Promise<{ status: number; json: unknown }>>())
vi.mock(import('../../platform/connection/transport.ts'), async (load) => ({ ...(await load()), sendForm }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  setSessionUser(null, 'ben')
})
afterEach(() => {
  fetchMock.mockReset()
  vi.useRealTimers()
})

test('a photo goes to the answer that takes the place of its unsent one, and waits for it', async () => {
  fetchMock.mockImplementation(failOffline)
  sendForm.mockResolvedValue({ status: 404, json: refusal })
  const [first, second] = [newId(), newId()]
  await answerRollCall({ rollCallId, state: 'injured' }, first)
  sendAnswerPhoto(rollCallId, first, photo)
  await answerRollCall({ rollCallId, state: 'safe' }, second)
  fetchMock.mockReset()
  fetchMock.mockImplementation(accept)
  await outbox.retryNow()
  expect(outbox.refused()).toEqual([])
  expect(outbox.contentCount()).toBe(1)
  sendForm.mockReset()
  sendForm.mockResolvedValue({ status: 200, json: reply })
  await outbox.retryNow()
  expect(sendForm.mock.calls.map(([, form]) => form.get('answerId'))).toEqual([second])
  expect(outbox.contentCount()).toBe(0)
})
