import pg from 'pg'

/** The driver takes a statement as its text, or with its values and its name. */
const textOf = (sent: unknown): string =>
  typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : String(sent)

/**
 * While `work` runs, the connection of the first commit breaks behind it, before its answer: the change is durable, and nobody
 * knows. `commit`: how the statement reads that commits.
 */
export async function losesCommitAnswer<Result>(work: () => Promise<Result>, commit = /^commit$/): Promise<Result> {
  const query = pg.Client.prototype.query
  let isArmed = true
  const breaking = async function (this: pg.Client, ...sent: unknown[]): Promise<unknown> {
    const answer: unknown = await Reflect.apply(query, this, sent)
    if (!isArmed || !commit.test(textOf(sent[0]))) return answer
    isArmed = false
    throw new Error('Connection terminated unexpectedly')
  }
  pg.Client.prototype.query = breaking as never // only promises are used by the driver's transactions
  try {
    return await work()
  } finally {
    pg.Client.prototype.query = query
  }
}
