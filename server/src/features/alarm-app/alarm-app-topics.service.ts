import { toStorable } from '@noroshi/contract/define'
import { batchWrites } from '#/db/batch-writes.ts'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { hashOfTopic, TOPIC } from './alarm-app.service.ts'
import { liveDevices, recordStream } from './alarm-app-devices.sql.ts'
import type { StreamDevice, Wanted } from './stream.ts'
import { PUSH_TOPIC } from './unified-push/unified-push.service.ts'
import { liveTopics, nameTopics } from './unified-push/unified-push.sql.ts'

/** Max topics of one request that are looked up: an app that was linked again still names the ended ones. */
const NAMED_MAX = 20
/** Max devices of one request. */
const DEVICES_MAX = 4
/** Requests without a linked device of one address a minute. */
const WRONG_A_MINUTE = 5
/** Max topics of browsers of one request, as many as one device has. */
const PUSH_TOPICS_MAX = 10
/** Milliseconds between two records that a stream has named a topic. */
const NAMED_EVERY = 3_600_000
/** Max milliseconds that a lookup waits for the running batch. */
const BATCH_WAIT_MS = 50
const AGENT_MAX = 100
/** Records of streams at a time. */
const RECORDED_AT_ONCE = 2

/**
 * Counts a request without a linked device.
 * @throws tooManyRequests (429)
 */
export async function takeWrongTopic({ rateLimiter }: Pick<Deps, 'rateLimiter'>, source: string): Promise<void> {
  const { isAllowed } = await rateLimiter.take({ name: 'wrong topics', max: WRONG_A_MINUTE, minutes: 1 }, source)
  if (!isAllowed) throw new AppError('tooManyRequests')
}

/** Returns a function that finds rows by the hash of their topic. Calls during a running query share the next one. */
function batchReads<Row extends { readonly topic_hash: Buffer }>(read: (hashes: readonly Buffer[]) => Promise<readonly Row[]>) {
  return batchWrites(async (hashes: readonly Buffer[]) => {
    const found = new Map((await read(hashes)).map((row) => [row.topic_hash.toString('base64'), row]))
    return hashes.map((hash) => found.get(hash.toString('base64')))
  }, BATCH_WAIT_MS)
}

const uniqueById = (devices: readonly StreamDevice[]) => [...new Map(devices.map((device) => [device.id, device])).values()]

/** Returns a function that looks up a list of topics. */
export function createTopicLookup(deps: Pick<Deps, 'db' | 'transaction' | 'now' | 'rateLimiter'>) {
  const { db, transaction, now } = deps
  const deviceOf = batchReads((hashes) => liveDevices(db, hashes, now()))
  const pushTopicOf = batchReads((hashes) => liveTopics(db, hashes, now()))

  /** Returns the linked devices of these topics. */
  const devicesOf = async (topics: readonly string[]): Promise<StreamDevice[]> => {
    const found = await Promise.all(topics.map(async (topic) => ({ topic, device: await deviceOf(hashOfTopic(topic)) })))
    const devices = found.flatMap(({ topic, device }) => (device ? [{ id: device.id, sessionId: device.session_id, topic }] : []))
    return devices.slice(0, DEVICES_MAX)
  }

  /** Returns the topics of browsers that are known: a request that names a linked device makes its other topics known. */
  const withPushTopics = async (named: readonly string[], devices: readonly StreamDevice[]): Promise<Wanted> => {
    const topics = await Promise.all(
      named.map(async (topic) => ({ topic, hash: hashOfTopic(topic), known: await pushTopicOf(hashOfTopic(topic)) })),
    )
    const [device] = devices
    const known = device === undefined ? topics.filter((one) => one.known !== undefined) : topics
    const pushTopics = new Map(known.map(({ topic, hash }) => [hash.toString('base64'), topic]))
    if (device === undefined) {
      const owners = known.flatMap(({ known: one }) =>
        one ? [{ id: one.device_id, sessionId: one.session_id, topic: null }] : [],
      )
      return { devices: uniqueById(owners).slice(0, DEVICES_MAX), pushTopics }
    }
    const isRecent = (at: Date) => Math.abs(now().getTime() - at.getTime()) < NAMED_EVERY
    const isNamed = ({ known: one }: (typeof topics)[number]) =>
      one !== undefined && isRecent(one.named_at) && devices.some(({ id }) => id === one.device_id)
    const hashes = topics.filter((one) => !isNamed(one)).map(({ hash }) => hash)
    if (hashes.length > 0) await transaction((tx) => nameTopics(tx, device.id, hashes, now()))
    return { devices, pushTopics }
  }

  /**
   * @param topics separated by commas. Those that are unknown are skipped, so that they do not silence the others.
   * @throws forbidden (403) if all have ended, notFound (404) if none is of this server, tooManyRequests (429)
   */
  return async (topics: string, source: string): Promise<Wanted> => {
    const named = [...new Set(topics.split(','))]
    const own = named.filter((topic) => TOPIC.test(topic)).slice(-NAMED_MAX)
    const ofBrowsers = named.filter((topic) => PUSH_TOPIC.test(topic)).slice(-PUSH_TOPICS_MAX)
    const wanted = await withPushTopics(ofBrowsers, await devicesOf(own))
    if (wanted.devices.length > 0) return wanted
    await takeWrongTopic(deps, source)
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
