import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { SAMPLE_RATE } from '../recognizer.ts'
import { loadEngine, loadModel } from './engine.ts'
import type { ModelData } from './model-worker.ts'

/** Max milliseconds until a model is loaded. */
const LOADED_WITHIN_MS = 180_000
const SELF = fileURLToPath(import.meta.url)

/**
 * Loads a model in a child process and recognises a second of silence, because the engine ends its process for a damaged model.
 * @throws with the cause
 */
export const checkModel = (data: ModelData): Promise<void> =>
  new Promise((resolve, reject) => {
    const args = ['--disable-warning=ExperimentalWarning', SELF, JSON.stringify(data)]
    execFile(process.execPath, args, { timeout: LOADED_WITHIN_MS, env: {} }, (error, _output, log) => {
      if (error === null) return resolve()
      const cause = log.split('\n').findLast((line) => line.trim() !== '')
      reject(new Error(cause?.trim() ?? `the model was not loaded (${String(error.signal ?? error.code)})`))
    })
  })

if (process.argv[1] === SELF) {
  try {
    const { model, directory } = JSON.parse(process.argv[2] ?? '') as ModelData // `checkModel` passes it
    const utterance = loadModel(loadEngine(directory), model)()
    utterance.accept(new Float32Array(SAMPLE_RATE))
    utterance.end()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
