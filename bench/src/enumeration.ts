import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import type { Route } from '@noroshi/contract/define'
import { API_BASE } from '@noroshi/contract/routes'
import { clock, median, spread } from './load/figures.ts'
import { startServer } from './load/server.ts'

// Measures whether the response time reveals that an email address has an account: login with a wrong password and forgotten
// password, alternately for a known and an unknown address. The medians may differ by a tenth.
// Usage: npm run enumeration -w bench [-- 200] (pairs)
const PAIRS = Number(process.argv[2] ?? 200)
/** Milliseconds before each request, so that the work of the last one, such as an email, is complete. */
const PAUSE = 20
const KNOWN = 'known@example.org'
let sources = 0

const mail = await mailSink()
const port = await freePort()
const server = await startServer({
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  TRUST_PROXY: '127.0.0.1',
})
const account = { firstName: 'Aiko', lastName: 'Mori', email: KNOWN, password: 'correct horse', confirmPassword: 'correct horse' }
await ask(accountRoutes.register, account, 201)

const differences = [
  await compare('a wrong password', (email) => ask(accountRoutes.login, { email, password: 'wrong' }, 400)),
  await compare('a forgotten password', (email) => ask(passwordRoutes.forgotten, { email }, 200)),
]
await server.stop()
mail.close()
process.exit(Math.max(...differences) <= 0.1 ? 0 : 1)

/** Returns the difference of the two medians as a share of the larger one. */
async function compare(what: string, send: (email: string) => Promise<number>): Promise<number> {
  const times: [known: number[], unknown: number[]] = [[], []]
  for (let pair = -5; pair < PAIRS; pair += 1) {
    // The order alternates.
    const order = pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const which of order) {
      const took = await send(which === 0 ? KNOWN : `unknown${pair}@example.org`)
      if (pair >= 0) times[which].push(took)
    }
  }
  const [known, unknown] = [median(times[0]), median(times[1])]
  console.log(`${what}, ${PAIRS} pairs`)
  console.log(`  a known address     ${spread(times[0])}`)
  console.log(`  an unknown address  ${spread(times[1])}`)
  console.log(`  ratio of medians    ${(known / unknown).toFixed(3)}`)
  return Math.abs(known - unknown) / Math.max(known, unknown)
}

/**
 * Sends a request from a new network address, so that no rate limit applies. Returns the milliseconds until the complete reply.
 */
async function ask(route: Route, body: object, status: number): Promise<number> {
  await sleep(PAUSE)
  sources += 1
  const from = clock()
  const response = await fetch(server.url + API_BASE + route.path, {
    method: route.method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${sources >> 16}.${(sources >> 8) & 255}.${sources & 255}`,
    },
    body: JSON.stringify(body),
  })
  await response.text()
  if (response.status !== status) throw new Error(`${route.path} answered ${response.status}`)
  return clock() - from
}

/** Starts an SMTP server that accepts and drops all email. */
async function mailSink(): Promise<{ port: number; close(): void }> {
  const sink = createServer((socket) => {
    let isData = false
    socket.on('error', () => undefined)
    socket.write('220 sink\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (isData && line !== '.') continue
        isData = line === 'DATA'
        socket.write(isData ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  })
  return { port: await listenOn(sink), close: () => sink.close() }
}

/** Returns an unused port. Links in emails contain PUBLIC_URL, so the port must be known before the server starts. */
async function freePort(): Promise<number> {
  const holder = createServer()
  const free = await listenOn(holder)
  await new Promise((resolve) => holder.close(resolve))
  return free
}

async function listenOn(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // it listens on TCP
}
