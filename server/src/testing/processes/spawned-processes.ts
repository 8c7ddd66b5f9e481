import { ChildProcess } from 'node:child_process'
import { onTestFinished } from 'vitest'

type Spawn = (this: ChildProcess, options: unknown) => unknown

/**
 * Returns the list of the child processes that this process starts until the end of the test. It grows with each start.
 */
export function collectSpawned(): readonly ChildProcess[] {
  const prototype = ChildProcess.prototype as unknown as { spawn: Spawn } // it has no types
  const { spawn } = prototype
  const spawned: ChildProcess[] = []
  prototype.spawn = function collect(options) {
    spawned.push(this)
    return spawn.call(this, options)
  }
  onTestFinished(() => void (prototype.spawn = spawn))
  return spawned
}
