/** Rejects if the browser does not answer in time. */
export async function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the browser does not answer')), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
