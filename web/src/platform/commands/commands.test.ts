import { afterEach, describe, expect, test, vi } from 'vitest'
import { setCurrentUser } from '../session/current-user.ts'
import { commandOfShortcut, registerCommands, runCommand, shortcutOf } from './commands.ts'
import { startShortcuts } from './shortcuts.ts'

afterEach(() => setCurrentUser(null))

test('a registered command runs with its input for a user with the ability, and not for a visitor', async () => {
  const run = vi.fn()
  const end = registerCommands({ 'call.start': run })
  const target = { userId: 'id', threadId: null }
  expect(await runCommand('call.start', target)).toBe(false)
  expect(run).not.toHaveBeenCalled()
  setCurrentUser({ id: 'me', isAdmin: false })
  expect(await runCommand('call.start', target)).toBe(true)
  expect(run).toHaveBeenCalledExactlyOnceWith(target)
  end()
  expect(await runCommand('call.start', target)).toBe(false)
})

test('removing an older registration keeps the newer one', async () => {
  setCurrentUser({ id: 'me', isAdmin: false })
  const [older, newer] = [vi.fn(), vi.fn()]
  const end = registerCommands({ 'voice.open': older })
  const endNewer = registerCommands({ 'voice.open': newer })
  end()
  await runCommand('voice.open', undefined)
  expect(older).not.toHaveBeenCalled()
  expect(newer).toHaveBeenCalledOnce()
  endNewer()
})

test('the shortcut of a command is announced by its keys', () => {
  expect(shortcutOf('messages.read')).toBe('Alt+Shift+M')
  expect(shortcutOf('sos.cancel')).toBeUndefined()
})

test('a shortcut belongs to a command whose code is loaded and which the user may run', () => {
  setCurrentUser({ id: 'me', isAdmin: false })
  expect(commandOfShortcut('KeyM')).toBeNull()
  const end = registerCommands({ 'messages.read': vi.fn() })
  expect(commandOfShortcut('KeyM')).toBe('messages.read')
  setCurrentUser(null)
  expect(commandOfShortcut('KeyM')).toBeNull()
  end()
})

describe('a shortcut', () => {
  class FakeElement {
    readonly isContentEditable = false
  }
  class FakeField extends FakeElement {}

  /** Presses Alt, Shift and V, and returns how often the command ran. */
  function press(target: object, isCovered: boolean): number {
    const page = new EventTarget()
    vi.stubGlobal('document', page)
    vi.stubGlobal('Element', FakeElement)
    vi.stubGlobal('HTMLElement', FakeElement)
    vi.stubGlobal('HTMLInputElement', class extends FakeElement {})
    vi.stubGlobal('HTMLTextAreaElement', FakeField)
    setCurrentUser({ id: 'me', isAdmin: false })
    const run = vi.fn()
    const remove = registerCommands({ 'voice.open': run })
    const end = startShortcuts(
      () => isCovered,
      () => undefined,
    )
    const event = Object.assign(new Event('keydown'), { altKey: true, shiftKey: true, code: 'KeyV' })
    Object.defineProperty(event, 'target', { value: target })
    page.dispatchEvent(event)
    end()
    remove()
    vi.unstubAllGlobals()
    return run.mock.calls.length
  }

  test('runs its command', () => expect(press(new FakeElement(), false)).toBe(1))
  test('does not run while an alarm covers the page', () => expect(press(new FakeElement(), true)).toBe(0))
  test('does not run in a text field', () => expect(press(new FakeField(), false)).toBe(0))
})
