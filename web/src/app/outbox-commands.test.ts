import { expect, test, vi } from 'vitest'
import { outboxCommands } from '../../service-worker/shared-commands.ts'
import { outbox } from '../platform/outbox/outbox.ts'
import { loadOutboxes } from './features.ts'

const modules = import.meta.glob<Record<string, unknown>>('../features/*/*.outbox.ts', { eager: true })

test('the service worker sends everything that the features send through the outbox', () => {
  const commands = Object.values(modules).flatMap((module) => Object.values(module))
  expect(commands.length).toBeGreaterThan(0)
  expect(new Set(outboxCommands)).toEqual(new Set(commands))
  expect(new Set(outboxCommands.map(({ kind }) => kind)).size).toBe(outboxCommands.length)
})

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
  expect(kinds.toSorted()).toEqual(outboxCommands.map(({ kind }) => kind).toSorted())
}, 120_000) // it loads the code of five features
