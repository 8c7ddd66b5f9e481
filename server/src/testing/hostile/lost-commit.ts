import type pg from 'pg'
import { interceptReplies } from '../pg-replies.ts'

/**
 * Runs `work` while the reply to a commit is lost: PostgreSQL commits, and the server gets a connection error. Other commits,
 * such as those of jobs that run meanwhile, are not affected.
 * @param statement - matches the text of a statement in the transaction, or of the statement that is its own transaction
 */
export async function withLostCommitReply<Result>(statement: RegExp, work: () => Promise<Result>): Promise<Result> {
  let isArmed = true
  const open = new WeakSet<pg.Client>()
  const matched = new WeakSet<pg.Client>()
  const stop = interceptReplies((text, onReply, error, result, client) => {
    if (/^(begin|start transaction)/i.test(text)) open.add(client)
    if (statement.test(text)) matched.add(client)
    const isCommit = open.has(client) ? /^commit$/i.test(text) : true
    if (/^(commit|rollback)$/i.test(text)) open.delete(client)
    if (!isArmed || error !== null || !isCommit || !matched.has(client)) return onReply(error, result)
    isArmed = false
    onReply(new Error('Connection terminated unexpectedly'))
  })
  try {
    return await work()
  } finally {
    stop()
  }
}
