import { expect, test } from 'vitest'
import { outboxCommands } from '../../service-worker/shared-commands.ts'

const modules = import.meta.glob<Record<string, unknown>>('../features/*/*.outbox.ts', { eager: true })

test('the service worker sends everything that the features send through the outbox', () => {
  const commands = Object.values(modules).flatMap((module) => Object.values(module))
  expect(commands.length).toBeGreaterThan(0)
  expect(new Set(outboxCommands)).toEqual(new Set(commands))
  expect(new Set(outboxCommands.map(({ kind }) => kind)).size).toBe(outboxCommands.length)
})
