import pg from 'pg'

type OnReply = (error: Error | null, result?: unknown) => void

/** Handles the reply to a statement. It calls `onReply` at once, later, or with a different error. */
export type ReplyInterceptor = (text: string, onReply: OnReply, error: Error | null, result: unknown, client: pg.Client) => void

/**
 * Intercepts the replies of PostgreSQL to the server, which the pool receives by callback (db/pool.ts). Call the returned
 * function to stop.
 */
export function interceptReplies(intercept: ReplyInterceptor): () => void {
  const query = pg.Client.prototype.query
  const intercepted = function (this: pg.Client, sent: unknown, ...rest: unknown[]): unknown {
    const onReply = rest.at(-1)
    if (!isCallback(onReply)) throw new Error('a statement has no callback')
    const text = typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : String(sent)
    const callback: OnReply = (error, result) => intercept(text, onReply, error, result, this)
    return Reflect.apply(query, this, [sent, ...rest.slice(0, -1), callback])
  }
  pg.Client.prototype.query = intercepted as never // overloads cannot be written as one function
  return () => {
    pg.Client.prototype.query = query
  }
}

const isCallback = (value: unknown): value is OnReply => typeof value === 'function'
