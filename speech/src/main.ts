import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { z } from 'zod'
import { Engines } from './engines.ts'
import { PocketSphinx } from './pocketsphinx/pocketsphinx.ts'
import { createSpeechService } from './service.ts'
import { Sherpa } from './sherpa/sherpa.ts'
import { Speaker } from './speaker.ts'
import { Voices } from './voices/installed-voices.ts'

// The process of the speech service. The server starts it as a child process and receives its port as a message. Started by an
// operator, it listens on SPEECH_PORT.

/** The settings of the service. `docs/operations.md` describes them for the operator. */
const settings = z.object({
  /** The secret that the server shares. */
  SPEECH_SECRET: z.string('is missing').min(16, 'must have at least 16 characters'),
  /** TCP port to listen on; 0: any port. */
  SPEECH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Address to listen on. */
  SPEECH_HOST: z.string().default('127.0.0.1'),
  /** The directory of models for sherpa-onnx, and of the engine; absent: PocketSphinx alone. */
  SPEECH_MODEL_DIR: z.string().min(1).optional(),
  /** Max utterances that PocketSphinx decodes at a time. Each takes up to half a processor core and 150 MB while it is spoken. */
  SPEECH_DECODERS: z.coerce.number().int().min(1).max(64).default(4),
})

const parsed = settings.safeParse(process.env)
if (!parsed.success) {
  console.error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  process.exit(1)
}
const { SPEECH_SECRET, SPEECH_PORT, SPEECH_HOST, SPEECH_DECODERS, SPEECH_MODEL_DIR } = parsed.data

/** The server and its database (0) have a higher priority than recognition, which has a higher one than pictures (10). */
const PRIORITY = 5
os.setPriority(PRIORITY)
if (process.platform === 'linux') await writeFile('/proc/self/oom_score_adj', '1000')

/** Max milliseconds from a signal to the end of the process. */
const END_WITHIN_MS = 5000

const pocketSphinx = new PocketSphinx(SPEECH_DECODERS)
const sherpa = SPEECH_MODEL_DIR === undefined ? null : new Sherpa(SPEECH_MODEL_DIR)
const recognizer = sherpa === null ? pocketSphinx : new Engines([sherpa, pocketSphinx])
void logEngines()

/** Says which language is served by what. Under a server without models the output is ignored. */
async function logEngines(): Promise<void> {
  for (const line of (await sherpa?.lines) ?? []) console.log(line)
  const byModel = new Set(sherpa?.languages.filter(({ dictation }) => dictation).map(({ language }) => language))
  for (const { language, dictation } of pocketSphinx.languages)
    if (!byModel.has(language)) console.log(`Speech: ${language} ${dictation ? 'by PocketSphinx' : 'has no recogniser'}`)
}

const speaker = new Speaker(new Voices())
const service = createSpeechService({ recognizer, speaker, secret: SPEECH_SECRET })
service.listen(SPEECH_PORT, SPEECH_HOST, () => {
  const { port } = service.address() as AddressInfo // it listens on TCP
  if (process.send === undefined) console.log(`Speech service: http://${SPEECH_HOST}:${port}`)
  process.send?.({ port })
})
// The server checks whether the process answers.
process.on('message', () => process.send?.('alive'))
const killSelf = () => process.kill(process.pid, 'SIGKILL')
// The server ended.
process.on('disconnect', killSelf)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void end())

/** Ends the threads first: one that runs native code aborts the process at its exit. */
async function end(): Promise<void> {
  setTimeout(killSelf, END_WITHIN_MS).unref()
  service.close()
  await recognizer.close()
  process.exit()
}
