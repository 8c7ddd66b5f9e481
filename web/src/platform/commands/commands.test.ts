import { afterEach, expect, test, vi } from 'vitest'
import { setCurrentUser } from '../current-user.ts'
import { commandOf, isSignedIn, registerCommands, runCommand } from './commands.ts'

afterEach(() => setCurrentUser(null))

test('a registered command runs with its input for a user with the ability, and not for a visitor', async () => {
  const run = vi.fn()
  const end = registerCommands([{ id: 'call.start', label: 'calls.call', ability: isSignedIn, run }])
  const target = { name: 'Emily', userId: 'id', threadId: null }
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
