import { afterEach, describe, expect, test, vi } from 'vitest'
import { setCurrentUser } from '../session/current-user.ts'
import { commandOfShortcut, registerCommands, runCommand, shortcutOf } from './commands.ts'
import { startShortcuts } from './shortcuts.ts'
import { setSingleKeys } from './single-keys.ts'

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
  expect(commandOfShortcut('Alt+Shift+M')).toBeNull()
  const end = registerCommands({ 'messages.read': vi.fn() })
  expect(commandOfShortcut('Alt+Shift+M')).toBe('messages.read')
  setCurrentUser(null)
  expect(commandOfShortcut('Alt+Shift+M')).toBeNull()
  end()
})

describe('a shortcut', () => {
  class FakeElement {
    readonly isContentEditable: boolean = false
  }
  class FakeField extends FakeElement {}
  class FakeEditor extends FakeElement {
    override readonly isContentEditable = true
  }
  const altShiftV = { altKey: true, shiftKey: true, code: 'KeyV', key: 'V' }
  const ctrlK = { ctrlKey: true, code: 'KeyK', key: 'k' }
  const slash = { key: '/', code: 'Slash' }
  const open = { hasAlarm: () => false, hasDialog: () => false }

  /** Presses keys, and returns how often a command ran. */
  function press(keys: object, target: object, { cover = open, platform = 'Linux' } = {}): number {
    const page = new EventTarget()
    vi.stubGlobal('document', page)
    vi.stubGlobal('navigator', { platform })
    vi.stubGlobal('Element', FakeElement)
    vi.stubGlobal('HTMLElement', FakeElement)
    vi.stubGlobal('HTMLInputElement', class extends FakeElement {})
    vi.stubGlobal('HTMLTextAreaElement', FakeField)
    setCurrentUser({ id: 'me', isAdmin: false })
    const run = vi.fn()
    const remove = registerCommands({ 'voice.open': run, 'chats.switch': run })
    const end = startShortcuts(cover, () => undefined)
    const event = Object.assign(new Event('keydown', { cancelable: true }), keys)
    Object.defineProperty(event, 'target', { value: target })
    page.dispatchEvent(event)
    end()
    remove()
    vi.unstubAllGlobals()
    return run.mock.calls.length
  }
  const [page, field, editor] = [new FakeElement(), new FakeField(), new FakeEditor()]

  test('with Alt and Shift runs its command, also in a text field and below a dialog', () => {
    expect(press(altShiftV, page)).toBe(1)
    expect(press(altShiftV, field)).toBe(1)
    expect(press(altShiftV, page, { cover: { ...open, hasDialog: () => true } })).toBe(1)
  })
  test('with Option does not run in a text field, where it types a character', () => {
    expect(press(altShiftV, page, { platform: 'MacIntel' })).toBe(1)
    expect(press(altShiftV, field, { platform: 'MacIntel' })).toBe(0)
  })
  test('with Ctrl runs its command, also in a text field, but not in an editor', () => {
    expect(press(ctrlK, page)).toBe(1)
    expect(press(ctrlK, field)).toBe(1)
    expect(press(ctrlK, editor)).toBe(0)
    expect(press({ ...ctrlK, shiftKey: true }, page)).toBe(0)
  })
  test('with Ctrl is one with Command on Apple devices', () => {
    expect(press(ctrlK, page, { platform: 'MacIntel' })).toBe(0)
    expect(press({ metaKey: true, key: 'k' }, page, { platform: 'MacIntel' })).toBe(1)
  })
  test('of a single key runs its command, but not in a text field', () => {
    expect(press(slash, page)).toBe(1)
    expect(press(slash, field)).toBe(0)
    expect(press({ ...slash, ctrlKey: true }, page)).toBe(0)
  })
  test('of a single key does not run after the user has turned them off', () => {
    setSingleKeys(false)
    expect(press(slash, page)).toBe(0)
    expect(press(ctrlK, page)).toBe(1)
    setSingleKeys(true)
    expect(press(slash, page)).toBe(1)
  })
  test('does not run while an alarm covers the page', () => {
    for (const keys of [altShiftV, ctrlK, slash]) expect(press(keys, page, { cover: { ...open, hasAlarm: () => true } })).toBe(0)
  })
  test('without Alt does not run while a dialog or a menu is open', () => {
    for (const keys of [ctrlK, slash]) expect(press(keys, page, { cover: { ...open, hasDialog: () => true } })).toBe(0)
  })
})
