import { expect, test } from 'vitest'

interface FileSystem {
  readonly readFileSync: (file: URL, encoding: 'utf8') => string
}

// Vitest replaces style sheets, so this test reads the files. The web has no types of Node.
const { readFileSync } = (await import('node:fs' as string)) as FileSystem

/** Returns the z-index of a class. */
function layerOf(file: string, name: string): number {
  const style = readFileSync(new URL(file, import.meta.url), 'utf8')
  const rule = new RegExp(`^\\.${name} \\{([^}]*)\\}`, 'm').exec(style)?.[1] ?? ''
  const layer = Number(/z-index: (\d+)/.exec(rule)?.[1])
  expect(layer, `${file} .${name}`).toBeGreaterThan(0)
  return layer
}

const POPUPS = [
  ['../features/radio/components/incoming-radio.module.css', 'popup'],
  ['../features/calls/components/incoming-banner.module.css', 'banner'],
  ['./status-report.module.css', 'dialog'],
  ['./message-hints.module.css', 'place'],
  ['./roll-call-question.module.css', 'notice'],
] as const

test.each(['plain', 'more'])(
  'an alarm (.%s) is above the popups of calls and radio chats and above the status report',
  (alarm) => {
    const others = POPUPS.map(([file, name]) => layerOf(file, name))
    expect(layerOf('./alarm/alarm-overlay.module.css', alarm)).toBeGreaterThan(Math.max(...others))
  },
)

test('a roll-call is below the popups of calls and radio chats', () => {
  const calls = POPUPS.slice(0, 2).map(([file, name]) => layerOf(file, name))
  expect(layerOf('./roll-call-question.module.css', 'notice')).toBeLessThan(Math.min(...calls))
})
