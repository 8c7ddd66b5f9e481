import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { createObservable } from '../../../platform/observable.ts'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import type { CurrentRadio } from '../current-radio.ts'
import type { RadioRoom, RadioView } from '../media/radio-room.ts'
import { idOf, me, threadId } from '../testing/fake-radio.ts'
import { useTalkKeys } from '../use-talk-press.ts'
import { CurrentRadioBar } from './current-radio-bar.tsx'

const talking: RadioView = {
  state: 'onAir',
  position: null,
  isLocked: true,
  isConnected: true,
  isJoined: true,
  refusal: null,
  isMicrophoneOpen: true,
  hasLiveSound: true,
  draft: null,
  isInterrupted: true,
  notice: null,
}
const view = createObservable(talking)
const answered = vi.fn<(goesOn: boolean) => void>()
const talk = { hold: vi.fn(), letGo: vi.fn() }

/** A room that only records what the user does. The tests of radio-room.ts cover its answers. */
const answerInterruption = (goesOn: boolean) => {
  answered(goesOn)
  view.set({ ...talking, isInterrupted: false, ...(!goesOn && { state: 'idle', isLocked: false }) })
}
// `as`: the bar reads nothing else of a room
const room = { view, answerInterruption, ...talk } as unknown as RadioRoom
const radio: CurrentRadio = { room, myId: me, threadId, radioChatId: idOf(3, 1), leave: () => undefined }

function Page() {
  useTalkKeys(room)
  return <CurrentRadioBar radio={radio} name="Night watch" onOpen={undefined} onLeave={() => undefined} />
}

const question = page.getByRole('alert').filter({ hasText: /^An SOS came in, and you are still talking/ })

beforeEach(async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'))
  setAccessToken('token')
  setCurrentUser({ id: me, isAdmin: false })
  view.set(talking)
  await renderPage(<Page />)
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

test.each([
  ['Keep talking', true],
  ['Stop talking', false],
])('a user whom an alarm interrupts answers %s, and then the space bar talks', async (name, goesOn) => {
  await expect.element(question).toBeVisible()
  await page.getByRole('button', { name, exact: true }).click()
  expect(answered).toHaveBeenCalledExactlyOnceWith(goesOn)
  await expect.element(question).not.toBeInTheDocument()
  await userEvent.keyboard('{ >}')
  expect(talk.hold).toHaveBeenCalledOnce()
  await userEvent.keyboard('{/ }')
  expect(talk.letGo).toHaveBeenCalled()
})

test('the space bar on a button of the question answers it, and does not talk', async () => {
  await expect.element(question).toBeVisible()
  const goOn = page.getByRole('button', { name: 'Keep talking' }).element()
  if (goOn instanceof HTMLElement) goOn.focus()
  await userEvent.keyboard(' ')
  expect(answered).toHaveBeenCalledExactlyOnceWith(true)
  expect(talk.hold).not.toHaveBeenCalled()
})
