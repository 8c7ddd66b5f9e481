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
import { textsIn } from '../e2e/fixtures/texts.ts'

// Takes the screenshots of the README from the demo: `npm run pictures`.
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'docs/pictures')
const t = textsIn('en')

/** The demo users who view, raise and answer the SOS, and their locations. */
const VIEWER = 'emma'
const RAISER = 'minh'
const RESPONDERS = ['daniel', 'rin', 'kenji']
const VIEWER_LOCATION = { latitude: 38.2602, longitude: 140.9044 }
const SOS = {
  latitude: 38.2664,
  longitude: 140.8968,
  accuracy: 12,
  textContent: 'The stairs have come down. My neighbour is hurt and cannot walk. We are on the third floor.',
}
/** Milliseconds in which a map renders without a graphics card. */
const MAP_RENDER_MS = 6000

const data = mkdtempSync(path.join(tmpdir(), 'noroshi-pictures-'))
const server = spawn(process.execPath, ['server/src/main.ts', '--demo'], {
  cwd: root,
  env: { ...process.env, DATA_DIR: data, PORT: '0', HOST: '127.0.0.1' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = new Promise((resolve) => server.once('exit', resolve))
try {
  const demo = await waitForDemo(server)
  await waitUntilReady(demo)
  await takePictures(demo)
} finally {
  server.kill('SIGTERM')
  await ended
  rmSync(data, { recursive: true, force: true })
}

interface Demo {
  readonly url: string
  /** The password of all demo users. */
  readonly password: string
}

/** Reads the URL and the password from the output of the server. */
async function waitForDemo({ stdout }: typeof server): Promise<Demo> {
  let url: string | undefined
  for await (const line of createInterface({ input: stdout })) {
    url ??= /^\s+(http:\S+)$/.exec(line)?.[1]
    const password = /with the password (\S+):$/.exec(line)?.[1]
    if (url !== undefined && password !== undefined) return { url, password }
  }
  throw new Error('the server ended before it was ready')
}

async function waitUntilReady({ url }: Demo): Promise<void> {
  while (!(await fetch(`${url}/readyz`)).ok) await sleep(200)
}

async function takePictures(demo: Demo): Promise<void> {
  const viewer = await tokenOf(demo, VIEWER)
  const { items } = alertRoutes.list.reply.parse(await request(demo, 'GET', '/alerts?status=active', viewer))
  for (const { id } of items) await request(demo, 'PUT', `/alerts/${id}/answer`, viewer, { answer: 'cannotHelp' })

  const desktop = await openHome(demo, viewer, { wide: true })
  await takePicture(desktop, 'desktop')
  await desktop[Symbol.asyncDispose]()

  const phone = await openHome(demo, viewer, { scale: 1.5 })
  await takePicture(phone, 'home')
  await request(demo, 'POST', '/alerts', await tokenOf(demo, RAISER), SOS)
  await phone.page.getByRole('button', { name: t('alerts.alarm.stopSound') }).waitFor()
  await takePicture(phone, 'alarm')
  await phone.page.getByRole('button', { name: t('alerts.alarm.details') }).click()
  await phone.page.waitForURL('**/alerts/*/messages/*')
  const alertId = new URL(phone.page.url()).pathname.split('/')[2]
  for (const name of RESPONDERS)
    await request(demo, 'PUT', `/alerts/${alertId}/answer`, await tokenOf(demo, name), { answer: 'responding' })
  await takePicture(phone, 'alert')
  await phone[Symbol.asyncDispose]()
}

/** Opens home with the alarm sound enabled. */
async function openHome({ url }: Demo, token: string, options: PersonOptions): Promise<Person> {
  const person = await Person.visitor(url, { ...options, location: VIEWER_LOCATION })
  await person.context.addInitScript((value) => localStorage.setItem('accessToken', value), token)
  await person.open('/')
  await person.page.getByRole('heading', { level: 1 }).click() // a click allows the alarm sound
  return person
}

async function takePicture({ page }: Person, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await sleep(MAP_RENDER_MS)
  const animations = 'disabled'
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations })
  console.log(`docs/pictures/${name}.png`)
}

async function tokenOf(demo: Demo, name: string): Promise<string> {
  const email = `${name}@noroshi.example`
  const reply = await request(demo, 'POST', accountRoutes.login.path, null, { email, password: demo.password })
  return accountRoutes.login.reply.parse(reply).accessToken
}

async function request({ url }: Demo, method: string, route: string, token: string | null, body?: unknown): Promise<unknown> {
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
