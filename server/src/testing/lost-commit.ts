import { betweenAnswers } from './pg-answers.ts'

/**
 * While `work` runs, the connection of the first commit breaks behind it, before its answer: the change is durable, and nobody
 * knows. `commit`: how the statement reads that commits.
 */
export async function losesCommitAnswer<Result>(work: () => Promise<Result>, commit = /^commit$/): Promise<Result> {
  let isArmed = true
  const stop = betweenAnswers((text, answered, error, result) => {
    if (!isArmed || error !== null || !commit.test(text)) return answered(error, result)
    isArmed = false
    answered(new Error('Connection terminated unexpectedly'))
  })
  try {
    return await work()
  } finally {
    stop()
  }
}
