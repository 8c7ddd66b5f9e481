import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Language, LOCALES } from '@noroshi/contract/i18n'
import { DESKTOP_VARIABLES, displayEnvironment } from '../fixtures/browsers/display.ts'
import { freePort } from '../fixtures/servers/server.ts'
import { browserEnvironment, ZONE } from '../fixtures/browsers/time.ts'

/** The key of an element's id in WebDriver's JSON. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const START_ATTEMPTS = 400
const SCRIPT_TIMEOUT_MS = 60_000
const PAGE_TIMEOUT_MS = 90_000

/** An error reply of the driver, for example `no such element`. */
export class WebDriverError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** A session of WebKitGTK's driver with its own browser. */
export interface WebDriverSession {
  /** Sends a command. `path` is relative to the session. @throws {WebDriverError} */
  send<Reply = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Reply>
  end(): Promise<void>
}

/**
 * Starts WebKitGTK's driver, which has one session, and its browser.
 * @param language the language of the browser
 * @param onLine receives each line that the browser prints, which are the lines of the pages' consoles
 */
export async function startWebKit(language: Language, onLine: (line: string) => void): Promise<WebDriverSession> {
  const port = await freePort()
  const env: NodeJS.ProcessEnv = {
    ...browserEnvironment(),
    ...(await displayEnvironment()),
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
    GSETTINGS_BACKEND: 'memory',
    TZ: ZONE,
    LANGUAGE: LOCALES[language].tag.replace('-', '_'),
  }
  for (const name of DESKTOP_VARIABLES) delete env[name]
  // The driver starts the browser in its own group of processes, and the system ends the driver with this process.
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', 'WebKitWebDriver', `--port=${port}`], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  child.on('error', () => undefined) // no driver answers
  for (const output of [child.stdout, child.stderr]) createInterface({ input: output }).on('line', onLine)
  const url = `http://127.0.0.1:${port}`
  const endProcesses = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGTERM')
    } catch {
      // They have ended.
    }
  }
  process.once('exit', endProcesses)
  try {
    await waitForDriver(url)
    const { sessionId } = await request<{ sessionId: string }>(`${url}/session`, 'POST', { capabilities: CAPABILITIES })
    const send: WebDriverSession['send'] = (method, path, body) => request(`${url}/session/${sessionId}${path}`, method, body)
    await send('POST', '/timeouts', { script: SCRIPT_TIMEOUT_MS, pageLoad: PAGE_TIMEOUT_MS })
    return {
      send,
      async end() {
        await send('DELETE', '').catch(() => undefined) // the browser may have crashed, which the journey reports
        endProcesses()
        process.off('exit', endProcesses)
      },
    }
  } catch (error) {
    endProcesses()
    throw error
  }
}

const CAPABILITIES = {
  alwaysMatch: {
    'webkitgtk:browserOptions': {
      binary: `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
      args: [
        '--automation',
        '--enable-media-stream=true',
        '--enable-mock-capture-devices=true',
        '--enable-write-console-messages-to-stdout=true',
      ],
    },
  },
}

async function waitForDriver(url: string): Promise<void> {
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    try {
      await fetch(`${url}/status`)
      return
    } catch {
      await sleep(50)
    }
  }
  throw new Error('WebKitWebDriver did not start: install the packages of scripts/debian-packages.txt')
}

async function request<Reply>(url: string, method: string, body?: object): Promise<Reply> {
  const reply = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { value } = (await reply.json()) as { value: Reply } // `as`: as WebDriver defines it
  if (reply.ok) return value
  const { error = 'unknown error', message = '' } = value as { error?: string; message?: string }
  throw new WebDriverError(error, `${method} ${new URL(url).pathname.replace(/^\/session\/[^/]+/, '')}: ${message}`)
}
