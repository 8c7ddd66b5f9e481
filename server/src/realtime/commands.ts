import type { Ack, Command } from '@noroshi/contract/define'
import { clientCommands, type CommandName, type CommandPayload, type SentReply } from '@noroshi/contract/realtime'
import { isConnectionLost, isDiskFull } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import type { Socket } from './io.ts'

/** Handles each command and returns its reply. */
export type CommandHandlers = {
  [Name in CommandName]: (socket: Socket, payload: CommandPayload<Name>) => Promise<SentReply<Name>>
}

/** Max commands of one socket that run or wait. The web client never has a tenth as many. */
const PENDING_MAX = 300
/** Max topics of one socket whose commands run concurrently. Each takes at most one database connection. */
const TOPICS_CONCURRENCY = 8
/** Max `unordered` commands of one socket that run concurrently. */
const UNORDERED_CONCURRENCY = 100

/** Registers the commands of the contract on a socket. Each command is parsed, queued on its topic and acknowledged. */
export function handleCommands(deps: Deps, handlers: CommandHandlers, socket: Socket): void {
  const queue = createCommandQueue()
  // Object.keys returns strings; these are the keys of the contract.
  for (const name of Object.keys(clientCommands) as CommandName[]) {
    const command: Command = clientCommands[name]
    // The payload is parsed by the schema of the same name.
    const handle = handlers[name] as (socket: Socket, payload: unknown) => Promise<unknown>
    socket.on(name, ((...sent: unknown[]) => {
      const { payload, acknowledge } = partsOf(sent)
      const parsed = command.payload.safeParse(payload)
      if (!parsed.success) return acknowledge?.({ ok: false, code: 'invalid' })
      queue(command.topic(parsed.data), () =>
        socket.connected ? ackOf(deps, socket, command, () => handle(socket, parsed.data)) : disconnectedAck,
      ).then(acknowledge, () => socket.disconnect(true)) // too many commands are pending
    }) as never) // the arguments have no type until they are parsed
  }
}

type AnyAck = Ack | Ack<unknown>

/** For a command whose socket disconnected while it waited. */
const disconnectedAck = Promise.resolve<AnyAck>({ ok: false, code: 'unavailable' })

/**
 * Returns the function that runs the commands of one socket: those on one topic in the order of the calls, those
 * without a topic at once. It throws tooManyRequests (429) when too many are pending.
 */
function createCommandQueue() {
  const lastOf = new Map<string, Promise<unknown>>()
  const ordered = limitConcurrency(TOPICS_CONCURRENCY)
  const unordered = limitConcurrency(UNORDERED_CONCURRENCY)
  let pending = 0
  return async (topic: string | null, task: () => Promise<AnyAck>): Promise<AnyAck> => {
    if (pending >= PENDING_MAX) throw new AppError('tooManyRequests')
    pending += 1
    try {
      if (topic === null) return await unordered(task)
      const current = (lastOf.get(topic) ?? Promise.resolve()).then(() => ordered(task))
      lastOf.set(topic, current)
      const ack = await current
      if (lastOf.get(topic) === current) lastOf.delete(topic)
      return ack
    } finally {
      pending -= 1
    }
  }
}

/** Separates the payload and the acknowledgement callback. A command may have only the callback. */
function partsOf(sent: readonly unknown[]): { payload: unknown; acknowledge: ((ack: AnyAck) => void) | undefined } {
  const [payload, callback] = typeof sent[0] === 'function' ? [undefined, sent[0]] : sent
  // `as`: Socket.IO passes the callback of an acknowledgement as a function, whose parameters have no type.
  return { payload, acknowledge: typeof callback === 'function' ? (callback as (ack: AnyAck) => void) : undefined }
}

/** Runs a command. Never rejects: an error becomes the code of the acknowledgement. */
async function ackOf(deps: Deps, socket: Socket, command: Command, run: () => Promise<unknown>): Promise<AnyAck> {
  const { reply: schema, allowsRestricted } = command
  try {
    if (socket.data.screen !== null) throw new AppError('unauthorized') // a screen has no commands
    if (!allowsRestricted && socket.data.viewer?.isRestricted === true) throw new AppError('secondFactor.required')
    const reply = await run()
    if (schema === undefined) return { ok: true }
    if (deps.checksReplies) schema.parse(reply)
    return { ok: true, reply }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code }
    if (isConnectionLost(error)) return { ok: false, code: 'unavailable' }
    if (isDiskFull(error)) return { ok: false, code: 'disk.full' }
    deps.logError(error)
    return { ok: false, code: 'internal' }
  }
}
