import { toStorable } from '@noroshi/contract/define'
import { batchWrites } from '#/db/batch-writes.ts'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { hashOfTopic, TOPIC } from './alarm-app.service.ts'
import { liveDevices, recordStream } from './alarm-app-devices.sql.ts'
import type { StreamDevice } from './stream.ts'

/** Max topics of one request that are looked up: an app that was linked again still names the ended ones. */
const NAMED_MAX = 20
/** Max devices of one request. */
const DEVICES_MAX = 4
/** Requests without a linked device of one address a minute. */
const WRONG_A_MINUTE = 5
/** Max milliseconds that a lookup waits for the running batch. */
const BATCH_WAIT_MS = 50
const AGENT_MAX = 100
/** Records of streams at a time. */
const RECORDED_AT_ONCE = 2

/** Returns a function that looks up the linked devices of a list of topics. Calls during a running query share the next one. */
export function createTopicLookup({ db, now, rateLimiter }: Pick<Deps, 'db' | 'now' | 'rateLimiter'>) {
  const deviceOf = batchWrites(async (hashes: readonly Buffer[]) => {
    const found = new Map((await liveDevices(db, hashes, now())).map((device) => [device.topic_hash.toString('base64'), device]))
    return hashes.map((hash) => found.get(hash.toString('base64')))
  }, BATCH_WAIT_MS)

  /**
   * @param topics separated by commas. Those that are unknown are skipped, so that they do not silence the others.
   * @throws forbidden (403) if all have ended, notFound (404) if none is of this server, tooManyRequests (429)
   */
  return async (topics: string, source: string): Promise<readonly StreamDevice[]> => {
    const own = [...new Set(topics.split(','))].filter((topic) => TOPIC.test(topic)).slice(-NAMED_MAX)
    const found = await Promise.all(own.map(async (topic) => ({ topic, device: await deviceOf(hashOfTopic(topic)) })))
    const devices = found.flatMap(({ topic, device }) => (device ? [{ id: device.id, sessionId: device.session_id, topic }] : []))
    if (devices.length > 0) return devices.slice(0, DEVICES_MAX)
    const { isAllowed } = await rateLimiter.take({ name: 'wrong topics', max: WRONG_A_MINUTE, minutes: 1 }, source)
    if (!isAllowed) throw new AppError('tooManyRequests')
    throw new AppError(own.length > 0 ? 'forbidden' : 'notFound')
  }
}

/** Returns a function that records the start of a stream, in the background. */
export function createStreamRecorder({ db, now, runInBackground }: Pick<Deps, 'db' | 'now' | 'runInBackground'>) {
  const limited = limitConcurrency(RECORDED_AT_ONCE)
  return (devices: readonly StreamDevice[], protocol: 'json' | 'ws', userAgent = ''): void => {
    const deviceIds = devices.map(({ id }) => id)
    const agent = toStorable(userAgent).slice(0, AGENT_MAX)
    runInBackground(async () => {
      await limited(() => recordStream(db, { deviceIds, protocol, agent, now: now() }))
    })
  }
}
