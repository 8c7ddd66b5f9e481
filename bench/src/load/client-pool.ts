import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { Received, ClientOptions } from './clients.ts'
import { clock } from './figures.ts'

/** Max sockets of one process. */
const CLIENTS_PER_PROCESS = 1250

/** Socket clients in child processes. */
export class ClientPool {
  readonly #processes: ChildProcess[]
  private constructor(processes: ChildProcess[]) {
    this.#processes = processes
  }

  /** @param program the file of the processes */
  static async of(options: ClientOptions, program = 'clients.ts'): Promise<ClientPool> {
    const shares: string[][] = []
    const processes = Math.max(2, Math.ceil(options.tokens.length / CLIENTS_PER_PROCESS))
    options.tokens.forEach((token, index) => (shares[index % processes] ??= []).push(token))
    const children = shares.map(() => fork(path.join(import.meta.dirname, program)))
    await Promise.all(
      children.map(async (child, index) => {
        child.send({ ...options, tokens: shares[index] ?? [] } satisfies ClientOptions)
        await once(child, (message) => message === 'connected')
      }),
    )
    return new ClientPool(children)
  }

  /** Sends a broadcast and returns the milliseconds from just before the send until each client received it. */
  async receive(send: () => Promise<string>): Promise<number[]> {
    const arrived = new Map<string, Received[]>()
    const listeners = this.#processes.map((child) => {
      const listen = (message: unknown) => {
        const received = message as Received // the only other message a client process sends
        arrived.set(received.id, [...(arrived.get(received.id) ?? []), received])
      }
      child.on('message', listen)
      return () => child.off('message', listen)
    })
    const from = clock()
    const id = await send()
    while ((arrived.get(id)?.length ?? 0) < this.#processes.length) await new Promise((resolve) => setTimeout(resolve, 5))
    for (const stop of listeners) stop()
    return (arrived.get(id) ?? []).flatMap(({ times }) => times.map((time) => time - from))
  }

  /** Calls `listener` each time all clients of one process have received a broadcast. */
  onReceived(listener: (received: Received) => void): void {
    for (const child of this.#processes) child.on('message', (message: unknown) => listener(message as Received)) // the only message after 'connected'
  }

  get processes(): number {
    return this.#processes.length
  }

  end(): void {
    for (const child of this.#processes) child.kill()
  }
}

/** Returns the first message of a process that matches. */
export function once(child: ChildProcess, matches: (message: unknown) => boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const listen = (message: unknown) => {
      if (!matches(message)) return
      child.off('message', listen)
      child.off('exit', fail)
      resolve(message)
    }
    const fail = (code: number | null) => reject(new Error(`a process of the benchmark ended with ${code}`))
    child.on('message', listen)
    child.once('exit', fail)
  })
}
