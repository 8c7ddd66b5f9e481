import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#/db/ids.ts'
import type { Tx } from '#/db/transaction.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { type Consumer, Consumers, defineConsumer } from './consumers.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const emit = (userId: string) => noroshi.deps.transaction(async (tx) => tx.emitInternal('user:activityChanged', { userId }))

/** A consumer that stores the user ids of its events in their order. */
function collecting(onHandle: (tx: Tx) => Promise<void> = async () => undefined) {
  const key = `test ${newId()}`
  const consumer = defineConsumer({
    name: key,
    events: ['user:activityChanged'],
    async handle(tx, events) {
      for (const { payload } of events)
        await sql`INSERT INTO settings (key, value) VALUES (${key}, jsonb_build_array(${payload.userId}::text))
          ON CONFLICT (key) DO UPDATE SET value = settings.value || EXCLUDED.value`.execute(tx)
      await onHandle(tx)
    },
  })
  const handled = async () => {
    const row = await noroshi.db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
    return row?.value ?? []
  }
  return { consumer, handled }
}

async function start(consumer: Consumer, logError = noroshi.deps.logError): Promise<Consumers> {
  const consumers = new Consumers({ ...noroshi.deps, logError }, [consumer])
  await consumers.start()
  await consumers.flush()
  return consumers
}

test('a consumer handles committed events in their order, and no event of a rolled back change', async () => {
  const { consumer, handled } = collecting()
  const consumers = await start(consumer)
  const [first, second] = [newId(), newId()]
  await emit(first)
  const failed = noroshi.deps.transaction(async (tx) => {
    tx.emitInternal('user:activityChanged', { userId: newId() })
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  await emit(second)
  await consumers.flush()
  expect(await handled()).toEqual([first, second])
  await consumers.close()
})

test('an event reaches a consumer without a flush, and never a socket', async () => {
  const handled = Promise.withResolvers<void>()
  const { consumer } = collecting(async () => handled.resolve())
  const consumers = await start(consumer)
  const [aiko] = await noroshi.people('Aiko')
  const socket = await aiko.openSocket()
  await emit(aiko.id)
  await handled.promise
  await socket.settle()
  expect(socket.received).toEqual([])
  await consumers.close()
})

test('two processes together handle each event once', async () => {
  const { consumer, handled } = collecting()
  const processes = [await start(consumer), await start(consumer)]
  const ids = Array.from({ length: 40 }, () => newId())
  await Promise.all(
    ids.map(async (id, index) => {
      await emit(id)
      await processes[index % 2]?.flush()
    }),
  )
  expect([...((await handled()) as string[])].toSorted()).toEqual(ids.toSorted())
  await Promise.all(processes.map((one) => one.close()))
})

test('a consumer handles the events that were committed while no process was running it', async () => {
  const { consumer, handled } = collecting()
  await (await start(consumer)).close()
  const id = newId()
  await emit(id)
  const restarted = await start(consumer)
  expect(await handled()).toEqual([id])
  await restarted.close()
})

test('an event whose transaction commits after later ones is handled too', async () => {
  const { consumer, handled } = collecting()
  const consumers = await start(consumer)
  const [slow, fast] = [newId(), newId()]
  const written = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const slowCommit = noroshi.deps.transaction(async (tx) => {
    await sql`SELECT pg_current_xact_id()`.execute(tx)
    tx.emitInternal('user:activityChanged', { userId: slow })
    written.resolve()
    await mayCommit.promise
  })
  await written.promise
  await emit(fast)
  await consumers.flush()
  expect(await handled()).toEqual([fast])
  mayCommit.resolve()
  await slowCommit
  await consumers.flush()
  expect(await handled()).toEqual([fast, slow])
  await consumers.close()
})

test('an event of a run that PostgreSQL interrupts is handled once by the other process', async () => {
  const interrupted = Promise.withResolvers<void>()
  let isFirst = true
  const { consumer, handled } = collecting(async (tx) => {
    if (!isFirst) return
    isFirst = false
    interrupted.resolve()
    await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx)
  })
  const processes = [await start(consumer), await start(consumer)]
  const id = newId()
  await emit(id)
  await interrupted.promise
  await Promise.all(processes.map((one) => one.flush()))
  expect(await handled()).toEqual([id])
  await Promise.all(processes.map((one) => one.close()))
})

test('a handler that fails is logged, and gets the same events again', async () => {
  const errors: unknown[] = []
  let failures = 0
  const { consumer, handled } = collecting(async () => {
    if (failures++ === 0) throw new Error('defect')
  })
  const consumers = await start(consumer, (error) => void errors.push(error))
  const id = newId()
  await emit(id)
  await consumers.flush()
  expect(errors).toEqual([new Error('defect')])
  expect(await handled()).toEqual([id])
  await consumers.close()
})

test('an event that a handler writes is handled by the next run', async () => {
  const next = newId()
  let isFirst = true
  const { consumer, handled } = collecting(async (tx) => {
    if (isFirst) tx.emitInternal('user:activityChanged', { userId: next })
    isFirst = false
  })
  const consumers = await start(consumer)
  const id = newId()
  await emit(id)
  await consumers.flush()
  await consumers.flush()
  expect(await handled()).toEqual([id, next])
  await consumers.close()
})

test('events that an earlier version does not handle are handled once by a later version, which runs meanwhile or later', async () => {
  const { consumer: earlier, handled } = collecting()
  const later: Consumer = { ...earlier, events: [...earlier.events, 'alert:reopened'] }
  const nextAlert = newId()
  const emitBoth = async () => {
    const id = newId()
    await noroshi.deps.transaction(async (tx) => {
      tx.emitInternal('alert:reopened', { alertId: nextAlert, userId: id } as { alertId: string })
      tx.emitInternal('user:activityChanged', { userId: id })
    })
    return id
  }
  const first = await start(later) // from now on, the earlier version knows that a later one handles more
  const old = await start(earlier)
  await first.close()
  const id = await emitBoth()
  await old.flush()
  expect(await handled()).toEqual([id])
  await old.flush()

  const second = await start(later)
  expect(await handled()).toEqual([id, id])
  const ids = await Promise.all(Array.from({ length: 20 }, emitBoth))
  await Promise.all([old.flush(), second.flush()])
  await second.flush() // what the earlier version passed
  expect([...((await handled()) as string[])].toSorted()).toEqual([id, id, ...ids, ...ids].toSorted())
  await Promise.all([old.close(), second.close()])
  expect(await noroshi.db.selectFrom('skipped_events').selectAll().execute()).toEqual([])
})
