import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { Held, Orders } from './clients.ts'
import { clock } from './figures.ts'

/** Sockets of one process. */
const CLIENTS_A_PROCESS = 1250

/** Many clients in processes of their own. */
export class Crowd {
  readonly #processes: ChildProcess[]
  private constructor(processes: ChildProcess[]) {
    this.#processes = processes
  }

  static async of(orders: Orders): Promise<Crowd> {
    const shares: string[][] = []
    const processes = Math.max(2, Math.ceil(orders.tokens.length / CLIENTS_A_PROCESS))
    orders.tokens.forEach((token, index) => (shares[index % processes] ??= []).push(token))
    const children = shares.map(() => fork(path.join(import.meta.dirname, 'clients.ts')))
    await Promise.all(
      children.map(async (child, index) => {
        child.send({ ...orders, tokens: shares[index] ?? [] } satisfies Orders)
        await once(child, (message) => message === 'connected')
      }),
    )
    return new Crowd(children)
  }

  /** Sends a broadcast; how long it took until each client held it, in milliseconds since just before it was sent. */
  async receive(send: () => Promise<string>): Promise<number[]> {
    const arrived = new Map<string, Held[]>()
    const listeners = this.#processes.map((child) => {
      const listen = (message: unknown) => {
        const held = message as Held // the only other message a client process sends
        arrived.set(held.id, [...(arrived.get(held.id) ?? []), held])
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

  /** Calls back each time that one of the processes holds a broadcast in full. */
  whenHeld(hears: (held: Held) => void): void {
    for (const child of this.#processes) child.on('message', (message: unknown) => hears(message as Held)) // all that it sends
  }

  get processes(): number {
    return this.#processes.length
  }

  end(): void {
    for (const child of this.#processes) child.kill()
  }
}

/** The first message of a process that is wanted. */
export function once(child: ChildProcess, wanted: (message: unknown) => boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const listen = (message: unknown) => {
      if (!wanted(message)) return
      child.off('message', listen)
      resolve(message)
    }
    child.on('message', listen)
    child.once('exit', (code) => reject(new Error(`a process of the benchmark ended with ${code}`)))
  })
}
