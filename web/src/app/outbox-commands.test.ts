import { expect, test, vi } from 'vitest'
import { outboxCommands } from '../../service-worker/shared-commands.ts'
import { outbox } from '../platform/outbox/outbox.ts'
import { loadOutboxes } from './features.ts'

test('the modules of the outbox export commands only, of different kinds', () => {
  expect(outboxCommands.length).toBeGreaterThan(0)
  const command = { kind: expect.any(String) as string, requestOf: expect.any(Function) as unknown }
  for (const exported of outboxCommands) expect(exported).toMatchObject(command)
  expect(new Set(outboxCommands.map(({ kind }) => kind)).size).toBe(outboxCommands.length)
})

/** The key with which these entries are encrypted is in the memory of a page. */
const OF_PAGES = ['deskChange']

test('a page sends everything that the features send through the outbox, also before their screens are open', async () => {
  const register = vi.spyOn(outbox, 'register')
  // The first code and the overlay of messages register these.
  await import('../features/accounts/unsent-sign-outs.ts')
  await import('../features/alerts/unsent-answers.ts')
  await import('../features/alerts/sos/unsent-sos.ts')
  await import('../features/messaging/acknowledgements.ts')
  await import('../features/messaging/pending.ts')
  await loadOutboxes()
  const kinds = register.mock.calls.map(([{ kind }]) => kind)
  expect(kinds.toSorted()).toEqual([...outboxCommands.map(({ kind }) => kind), ...OF_PAGES].toSorted())
}, 120_000) // it loads the code of five features
