import { afterEach, describe, expect, test, vi } from 'vitest'
import { setCurrentUser } from '../current-user.ts'
import { commandOf, isSignedIn, registerCommands, runCommand, shortcutOf } from './commands.ts'
import { startShortcuts } from './shortcuts.ts'

afterEach(() => setCurrentUser(null))

test('a registered command runs with its input for a user with the ability, and not for a visitor', async () => {
  const run = vi.fn()
  const end = registerCommands([{ id: 'call.start', label: 'calls.call', ability: isSignedIn, run }])
  const target = { userId: 'id', threadId: null }
  expect(await runCommand('call.start', target)).toBe(false)
  expect(run).not.toHaveBeenCalled()
  setCurrentUser({ id: 'me', isAdmin: false })
  expect(await runCommand('call.start', target)).toBe(true)
  expect(run).toHaveBeenCalledExactlyOnceWith(target)
  end()
  expect(commandOf('call.start')).toBeNull()
})

test('removing an older registration keeps the newer one', () => {
  setCurrentUser({ id: 'me', isAdmin: false })
  const [older, newer] = [vi.fn(), vi.fn()]
  const end = registerCommands([{ id: 'voice.open', label: 'calls.call', ability: isSignedIn, run: older }])
  const endNewer = registerCommands([{ id: 'voice.open', label: 'calls.call', ability: isSignedIn, run: newer }])
  end()
  expect(commandOf('voice.open')?.run).toBe(newer)
  endNewer()
})

test('the shortcut of a command is announced by its keys', () => {
  const run = vi.fn()
  const end = registerCommands([
    { id: 'messages.read', label: 'messages.readUnread', shortcut: 'KeyM', ability: isSignedIn, run },
    { id: 'call.start', label: 'calls.call', ability: isSignedIn, run },
  ])
  expect(shortcutOf('messages.read')).toBe('Alt+Shift+M')
  expect(shortcutOf('call.start')).toBeUndefined()
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
    const remove = registerCommands([{ id: 'voice.open', label: 'calls.call', shortcut: 'KeyV', ability: isSignedIn, run }])
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
