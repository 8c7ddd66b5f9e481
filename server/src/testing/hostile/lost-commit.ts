import { interceptReplies } from '../pg-replies.ts'

/**
 * Runs `work` while the reply to the first commit is lost: PostgreSQL commits, and the server gets a connection error.
 * @param commit - matches the text of the statement that commits
 */
export async function withLostCommitReply<Result>(work: () => Promise<Result>, commit = /^commit$/): Promise<Result> {
  let isArmed = true
  const stop = interceptReplies((text, onReply, error, result) => {
    if (!isArmed || error !== null || !commit.test(text)) return onReply(error, result)
    isArmed = false
    onReply(new Error('Connection terminated unexpectedly'))
  })
  try {
    return await work()
  } finally {
    stop()
  }
}
