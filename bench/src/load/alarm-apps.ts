import { type AppMessage, AppClient } from '../../../server/src/testing/alarm-app/app-client.ts'
import type { ClientOptions, Received } from './clients.ts'
import { clock } from './figures.ts'

// A process with many alarm apps. `event` is their protocol and each token a topic. It reports to its parent when each app received
// an alarm.
const STARTED_AT_ONCE = 50
const OPEN_WITHIN_MS = 60_000

process.on('message', (options: ClientOptions) => void open(options))

async function open({ url, event, tokens: topics }: ClientOptions): Promise<void> {
  const received = new Map<string, number[]>()
  const onMessage = ({ sequence_id: id, priority }: AppMessage) => {
    if (id === undefined || priority !== 5) return
    const times = received.get(id) ?? []
    times.push(clock())
    received.set(id, times)
    if (times.length < topics.length) return
    process.send?.({ id, times } satisfies Received)
    received.delete(id)
  }
  const protocol = event === 'ws' ? 'ws' : 'json'
  const apps: AppClient[] = []
  const until = performance.now() + OPEN_WITHIN_MS
  for (let at = 0; at < topics.length; at += STARTED_AT_ONCE) {
    const started = topics
      .slice(at, at + STARTED_AT_ONCE)
      .map((topic) => new AppClient(url, topic, { protocol, onMessage }).open())
    apps.push(...started)
    while (started.some((app) => app.opened === 0)) {
      if (performance.now() > until) throw new Error('the streams did not open')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  process.send?.('connected')
}
