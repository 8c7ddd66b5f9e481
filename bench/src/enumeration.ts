import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import type { Route } from '@noroshi/contract/define'
import { API_BASE } from '@noroshi/contract/routes'
import { clock, median, spread } from './load/figures.ts'
import { startServer } from './load/server.ts'

// Whether the time of an answer tells if an address has an account: a wrong password, and a forgotten one, for a known and an
// unknown address in turn. The medians' ratio should be within a tenth of 1. Usage: npm run enumeration -w bench [-- 200] (pairs)
const PAIRS = Number(process.argv[2] ?? 200)
/** Milliseconds before each: what the last one left behind, such as a mail, is over by then. */
const REST = 20
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

const apart = [
  await compares('a wrong password', (email) => ask(accountRoutes.login, { email, password: 'wrong' }, 400)),
  await compares('a forgotten password', (email) => ask(passwordRoutes.forgotten, { email }, 200)),
]
await server.stop()
mail.close()
process.exit(Math.max(...apart) <= 0.1 ? 0 : 1)

/** Returns by what share of the longer one the two medians differ. */
async function compares(what: string, asks: (email: string) => Promise<number>): Promise<number> {
  const times: [known: number[], unknown: number[]] = [[], []]
  for (let pair = -5; pair < PAIRS; pair += 1) {
    // Each is first every other time.
    const order = pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const which of order) {
      const took = await asks(which === 0 ? KNOWN : `nobody${pair}@example.org`)
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

/** From another address each time, so that no limit of tries hides anything. Returns the milliseconds until the whole answer. */
async function ask(route: Route, body: object, status: number): Promise<number> {
  await sleep(REST)
  sources += 1
  const from = clock()
  const answer = await fetch(server.url + API_BASE + route.path, {
    method: route.method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${sources >> 16}.${(sources >> 8) & 255}.${sources & 255}`,
    },
    body: JSON.stringify(body),
  })
  await answer.text()
  if (answer.status !== status) throw new Error(`${route.path} answered ${answer.status}`)
  return clock() - from
}

/** Takes any mail, and forgets it. */
async function mailSink(): Promise<{ port: number; close(): void }> {
  const sink = createServer((socket) => {
    let isLetter = false
    socket.on('error', () => undefined)
    socket.write('220 sink\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (isLetter && line !== '.') continue
        isLetter = line === 'DATA'
        socket.write(isLetter ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  })
  return { port: await listens(sink), close: () => sink.close() }
}

/** Links in mails are made from the unit's own address, which is therefore known before it starts. */
async function freePort(): Promise<number> {
  const holder = createServer()
  const free = await listens(holder)
  await new Promise((resolve) => holder.close(resolve))
  return free
}

async function listens(one: Server): Promise<number> {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  return (one.address() as AddressInfo).port // it listens on TCP
}
