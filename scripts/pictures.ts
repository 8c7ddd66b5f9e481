import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { Person, type PersonOptions } from '../e2e/fixtures/person.ts'
import { wordsIn } from '../e2e/fixtures/words.ts'

// The README's pictures, of the demo, taken anew: `npm run pictures`.
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'docs/pictures')
const words = wordsIn('en')

/** Who looks, who calls for help, and where both are. */
const VIEWER = 'emma'
const RAISER = 'minh'
const RESPONDERS = ['daniel', 'rin', 'kenji']
const HERE = { latitude: 38.2602, longitude: 140.9044 }
const SOS = {
  latitude: 38.2664,
  longitude: 140.8968,
  accuracy: 12,
  textContent: 'The stairs have come down. My neighbour is hurt and cannot walk. We are on the third floor.',
}
/** Milliseconds for a map without a graphics card to draw itself. */
const MAP_DRAWS = 6000

const data = mkdtempSync(path.join(tmpdir(), 'noroshi-pictures-'))
const server = spawn(process.execPath, ['server/src/main.ts', '--demo'], {
  cwd: root,
  env: { ...process.env, DATA_DIR: data, PORT: '0', HOST: '127.0.0.1' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = new Promise((resolve) => server.once('exit', resolve))
try {
  const unit = await untilPrinted(server)
  await untilReady(unit)
  await takeAll(unit)
} finally {
  server.kill('SIGTERM')
  await ended
  rmSync(data, { recursive: true, force: true })
}

interface Unit {
  readonly url: string
  /** That of all the demo's people. */
  readonly password: string
}

/** Where the unit is and how one signs in, as its console says it. */
async function untilPrinted({ stdout }: typeof server): Promise<Unit> {
  let url: string | undefined
  for await (const line of createInterface({ input: stdout })) {
    url ??= /^\s+(http:\S+)$/.exec(line)?.[1]
    const password = /with the password (\S+):$/.exec(line)?.[1]
    if (url !== undefined && password !== undefined) return { url, password }
  }
  throw new Error('the server ended before it was ready')
}

async function untilReady({ url }: Unit): Promise<void> {
  while (!(await fetch(`${url}/readyz`)).ok) await sleep(200)
}

async function takeAll(unit: Unit): Promise<void> {
  const viewer = await tokenOf(unit, VIEWER)
  const { items } = alertRoutes.list.reply.parse(await ask(unit, 'GET', '/alerts?status=active', viewer))
  for (const { id } of items) await ask(unit, 'PUT', `/alerts/${id}/answer`, viewer, { answer: 'cannotHelp' })

  const desk = await open(unit, viewer, { wide: true })
  await shoot(desk, 'desktop')
  await desk[Symbol.asyncDispose]()

  const phone = await open(unit, viewer, { scale: 1.5 })
  await shoot(phone, 'home')
  await ask(unit, 'POST', '/alerts', await tokenOf(unit, RAISER), SOS)
  await phone.page.getByRole('button', { name: words('alerts.alarm.stopSound') }).waitFor()
  await shoot(phone, 'alarm')
  await phone.page.getByRole('button', { name: words('alerts.alarm.details') }).click()
  await phone.page.waitForURL('**/alerts/*/messages/*')
  const alertId = new URL(phone.page.url()).pathname.split('/')[2]
  for (const name of RESPONDERS)
    await ask(unit, 'PUT', `/alerts/${alertId}/answer`, await tokenOf(unit, name), { answer: 'responding' })
  await shoot(phone, 'alert')
  await phone[Symbol.asyncDispose]()
}

/** Somebody's home, with its sound on. */
async function open({ url }: Unit, token: string, options: PersonOptions): Promise<Person> {
  const person = await Person.visitor(url, { ...options, place: HERE })
  await person.context.addInitScript((value) => localStorage.setItem('accessToken', value), token)
  await person.open('/')
  await person.page.getByRole('heading', { level: 1 }).click() // a touch: from now on the alarm may sound
  return person
}

async function shoot({ page }: Person, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await sleep(MAP_DRAWS)
  const animations = 'disabled'
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations })
  console.log(`docs/pictures/${name}.png`)
}

async function tokenOf(unit: Unit, name: string): Promise<string> {
  const email = `${name}@noroshi.example`
  const reply = await ask(unit, 'POST', accountRoutes.login.path, null, { email, password: unit.password })
  return accountRoutes.login.reply.parse(reply).accessToken
}

async function ask({ url }: Unit, method: string, route: string, token: string | null, body?: unknown): Promise<unknown> {
  const reply = await fetch(url + API_BASE + route, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${route} answered ${reply.status}: ${await reply.text()}`)
  return reply.json()
}
