import pg from 'pg'

type Answered = (error: Error | null, result?: unknown) => void

/** How the answer to a statement goes on: by calling `answered`, at once, late or with an error of one's own. */
export type Passing = (text: string, answered: Answered, error: Error | null, result?: unknown) => void

/**
 * Puts itself between the product and the answers of PostgreSQL, which the pool takes by callback (db/pool.ts); the function that it
 * returns takes it away again.
 */
export function betweenAnswers(pass: Passing): () => void {
  const query = pg.Client.prototype.query
  const watched = function (this: pg.Client, sent: unknown, ...rest: unknown[]): unknown {
    const answered = rest.at(-1)
    if (!isAnswered(answered)) throw new Error('a statement is not answered by callback')
    const text = typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : String(sent)
    const passed: Answered = (error, result) => pass(text, answered, error, result)
    return Reflect.apply(query, this, [sent, ...rest.slice(0, -1), passed])
  }
  pg.Client.prototype.query = watched as never // overloads cannot be written as one function
  return () => {
    pg.Client.prototype.query = query
  }
}

const isAnswered = (value: unknown): value is Answered => typeof value === 'function'
