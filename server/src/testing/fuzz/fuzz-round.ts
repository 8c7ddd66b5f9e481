import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { ErrorReply } from '@noroshi/contract/errors'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { allRoutes } from '@noroshi/contract/routes'
import { assertExactShape, Caller } from '#/testing/caller.ts'
import { validRequest } from '#/testing/access/valid-requests.ts'
import { type FuzzServer, type FuzzWorld, secretsFor } from './fuzz-server.ts'
import { describeInput, type HttpInput, HttpInputs, type OpenApi } from './http-inputs.ts'
import { Random } from './random.ts'
import { type HttpResult, sendHttp } from './send-http.ts'
import { SocketInputs } from './socket-inputs.ts'
import { SocketSender } from './socket-sender.ts'

/** Inputs that are sent at a time. */
const CONCURRENCY = 16
/** Share of the inputs that are sent by sockets. */
const SOCKET_SHARE = 0.3
/** Max milliseconds of a reply when no other input is sent. Some routes start a process. */
const HANG_MS = 30_000
/** Inputs between two resets of the rate limits. */
const RESET_EVERY = 100
/** Statuses above 499 that the contract documents: busy, or without space. */
const DOCUMENTED = [503, 507]
/** Events of chats and calls. The observer takes part in none. */
const PRIVATE_EVENTS = /^(messages?|message-threads|call|call-session|asr-chat|radio|hfo):/

/** Sends a number of inputs to the server in one world, then checks the server and what the observer can see. */
export class FuzzRound {
  /** Violations by inputs. Each text names the seed of the input. */
  readonly failures: string[] = []
  /** Number of replies with each status; 0: the input cut the connection. */
  readonly statuses = new Map<number, number>()
  slowestMs = 0
  readonly #server: FuzzServer
  readonly #target: FuzzWorld
  readonly #http: HttpInputs
  readonly #slow: HttpInput[] = []

  constructor(server: FuzzServer, target: FuzzWorld, document: OpenApi) {
    this.#server = server
    this.#target = target
    this.#http = new HttpInputs(document, target.world, target.ids)
  }

  /** @param firstSeed the seed of the first input; the others follow it */
  async run(firstSeed: number, count: number): Promise<void> {
    const { url } = this.#server.process
    const sockets = new SocketSender(url, this.#target, this.failures)
    const commands = new SocketInputs(this.#target.ids, sockets.validIds)
    await inParallel(CONCURRENCY, count, async (index) => {
      const seed = firstSeed + index
      if (seed % RESET_EVERY === 0) await this.#server.resetLimits()
      const random = new Random(seed)
      if (random.isTrue(SOCKET_SHARE)) await sockets.send(seed, commands.next(random))
      else await this.#sendHttp(seed, random)
    })
    await sockets.close()
    for (const input of this.#slow) {
      const { took } = (await this.#exchange(input)) ?? { took: 0 }
      if (took > HANG_MS) this.failures.push(`a reply took ${Math.round(took)} ms: ${describeInput(input)}`)
    }
    await this.#checkServer()
    await this.#checkObserver()
  }

  async #sendHttp(seed: number, random: Random): Promise<void> {
    const input = this.#http.next(random)
    try {
      const result = await this.#exchange(input, random)
      this.statuses.set(result?.status ?? 0, (this.statuses.get(result?.status ?? 0) ?? 0) + 1)
      if (result === null) return
      this.slowestMs = Math.max(this.slowestMs, result.took)
      if (result.took > HANG_MS) this.#slow.push(input)
      this.#check(input, result)
    } catch (error) {
      this.failures.push(`seed ${seed}: ${String(error).slice(0, 2000)}: ${describeInput(input)}`)
    }
  }

  #exchange(input: HttpInput, random = new Random(0)): Promise<HttpResult | null> {
    const { tokens, world } = this.#target
    const token = random.pick(tokens[input.actor])
    const { alertToken } = world.actors[input.actor]
    return sendHttp(this.#server.process.url, input, {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(alertToken !== undefined && { 'x-alert-token': alertToken }),
      ...input.headers,
    })
  }

  /** @throws an error for a reply that the contract does not allow */
  #check({ actor, method, path, route }: HttpInput, { status, contentType, text }: HttpResult): void {
    if (status >= 500 && !DOCUMENTED.includes(status)) throw new Error(`status ${status}: ${text}`)
    if (route === alertRoutes.raise && status >= 300) throw new Error(`an SOS got ${status}: ${text}`)
    this.#expectNoSecret(text, secretsFor(this.#target, actor))
    if (method === 'HEAD' || path.startsWith('/socket.io')) return
    if (status >= 400) {
      if (!contentType.startsWith('application/json')) throw new Error(`status ${status} with the type ${contentType}: ${text}`)
      assertExactShape(ErrorReply, JSON.parse(text))
    } else if (route !== null && status < 300) assertExactShape(route.reply, JSON.parse(text))
  }

  #expectNoSecret(text: string, secrets: readonly string[]): void {
    const secret = secrets.find((one) => text.includes(one))
    if (secret !== undefined) throw new Error(`a caller without rights got ‘${secret}’: ${text.slice(0, 1000)}`)
  }

  /** After all inputs the server is healthy and accepts an SOS. */
  async #checkServer(): Promise<void> {
    const { process } = this.#server
    if (!process.isRunning()) throw new Error(`the server ended: ${process.output}`)
    const visitor = new Caller(process.url, null)
    const ready = await visitor.rawFetch('/readyz')
    if (ready.status !== 200) this.failures.push(`/readyz replied ${ready.status}`)
    const { status } = await visitor.request(alertRoutes.raise, { body: { textContent: 'fire' } })
    if (status > 201) this.failures.push(`the SOS after the inputs got ${status}`)
    this.failures.push(...this.#server.problemsInLog().map((line) => `the log has: ${line.slice(0, 3000)}`))
  }

  /** The observer sees no secret by any route, is in no chat, and missed no event of one. */
  async #checkObserver(): Promise<void> {
    const { observer, world, cursor } = this.#target
    const caller = new Caller(this.#server.process.url, observer.token)
    for (const route of allRoutes.filter(({ method }) => method === 'GET')) {
      const { body } = await caller.request(route, validRequest(route, world, 'outsider'))
      try {
        this.#expectNoSecret(JSON.stringify(body), secretsFor(this.#target, 'outsider'))
      } catch (error) {
        this.failures.push(`GET ${route.path}: ${String(error)}`)
      }
    }
    const { events } = await caller.fetch(eventRoutes.since, { query: { since: cursor } })
    const names = events.map(({ name }) => name).filter((name) => PRIVATE_EVENTS.test(name))
    if (names.length > 0) this.failures.push(`the observer received ${names.join(', ')}`)
  }
}

async function inParallel(concurrency: number, count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const runOne = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, runOne))
}
