import type { SharedCommand } from '../src/platform/outbox/shared-command.ts'

type Commands = Readonly<Record<string, SharedCommand<never>>>
const modules = import.meta.glob<Commands>('../src/features/*/*.outbox.ts', { eager: true })

/**
 * All commands of the outbox, in the form that the service worker needs. The modules export nothing else
 * (outbox-commands.test.ts).
 */
export const outboxCommands: readonly SharedCommand<never>[] = Object.values(modules).flatMap((commands) =>
  Object.values(commands),
)
