import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SpokenCommand } from '@noroshi/contract/hands-free/hands-free.http'
import { keepText, keptText } from '../features/hands-free/kept-text.ts'
import { registerCommands } from '../platform/commands/commands.ts'
import { setCurrentUser } from '../platform/session/current-user.ts'
import { ApiError } from '../platform/connection/http-errors.ts'
import { toastError } from '../ui/states/toast.tsx'
import { runSpoken } from './run-spoken.ts'

vi.mock('../ui/states/toast.tsx', () => ({ toastError: vi.fn() }))

const MESSAGE: SpokenCommand = {
  command: 'message',
  recipientUserId: 'ben',
  messageThreadId: null,
  message: ' come home ',
  alertId: null,
  recipientName: 'Ben',
  choices: [],
}

/** Registers the command of messages. */
const register = (run: () => void | Promise<void>) => registerCommands({ 'message.send': run })

beforeEach(() => {
  setCurrentUser({ id: 'me', isAdmin: false })
  keepText('')
})
afterEach(() => {
  setCurrentUser(null)
  vi.clearAllMocks()
})

test('a message that fails shows the error, and its text is kept for its user only', async () => {
  const end = register(() => Promise.reject(new ApiError(500, { code: 'error.internal', message: 'no database', issues: [] })))
  await runSpoken(MESSAGE)
  end()
  expect(toastError).toHaveBeenCalledExactlyOnceWith('no database')
  expect(keptText()).toBe('come home')
  setCurrentUser({ id: 'other', isAdmin: false })
  expect(keptText()).toBe('')
})

test('a message whose command is not available shows an error, and its text is kept', async () => {
  await runSpoken(MESSAGE)
  expect(toastError).toHaveBeenCalledOnce()
  expect(keptText()).toBe('come home')
})

test('a message that is sent removes the kept text', async () => {
  keepText('an earlier text')
  const run = vi.fn()
  const end = register(run)
  await runSpoken(MESSAGE)
  end()
  expect(run).toHaveBeenCalledExactlyOnceWith({ userId: 'ben', threadId: null, text: 'come home' })
  expect(toastError).not.toHaveBeenCalled()
  expect(keptText()).toBe('')
})

test('"stop" stops reading aloud and keeps an earlier text; a spoken SOS counts down as such', async () => {
  keepText('an earlier text')
  const [stop, countDown] = [vi.fn(), vi.fn()]
  const end = registerCommands({ 'reading.stop': stop, 'sos.countDown': countDown })
  await runSpoken({ ...MESSAGE, command: 'stop', message: null })
  await runSpoken({ ...MESSAGE, command: 'sos', message: null })
  end()
  expect(stop).toHaveBeenCalledOnce()
  expect(countDown).toHaveBeenCalledExactlyOnceWith({ isSpoken: true })
  expect(keptText()).toBe('an earlier text')
  expect(toastError).not.toHaveBeenCalled()
})

test('a spoken answer to a roll-call is given, and an earlier text stays', async () => {
  keepText('an earlier text')
  const run = vi.fn()
  const end = registerCommands({ 'rollCall.answer': run })
  await runSpoken({ ...MESSAGE, command: 'answerInjured', message: null })
  end()
  expect(run).toHaveBeenCalledExactlyOnceWith({ state: 'injured' })
  expect(keptText()).toBe('an earlier text')
})
