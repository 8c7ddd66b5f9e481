import type { FastifyInstance } from 'fastify'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import type { Deps } from '#/deps.ts'
import { uploadRoute } from '#/features/files/upload-route.service.ts'
import { AppError } from '#/http/errors.ts'
import { perCaller, route } from '#/http/route.ts'
import { storeAsSent } from '#/http/uploads/upload-session.ts'
import { correctTranscript } from './corrections.service.ts'
import { assertMaySend, type PartPorts, receivePart } from './audio-streams.service.ts'
import { serveWakeWord } from './wake-word-files.ts'

/** Parts of one user: one each second, and repeated ones. */
const PARTS_A_MINUTE = 240
/** Corrections of one user; each sends the whole message to its readers. */
const CORRECTIONS_A_MINUTE = 30

export async function registerSpeechRoutes(app: FastifyInstance, deps: Deps, ports: PartPorts) {
  const wakeWordUrl = await serveWakeWord(app)
  route(app, deps, speechRoutes.languages, async () => ({ languages: [...(await deps.speech.languages())] }))
  route(
    app,
    deps,
    speechRoutes.correctTranscript,
    async ({ viewer, params, body }) => {
      await correctTranscript(deps, viewer, params.id, body)
      return { ok: true } as const
    },
    { limits: [{ max: CORRECTIONS_A_MINUTE, by: perCaller }] },
  )
  route(app, deps, speechRoutes.wakeWord, async () => {
    if (wakeWordUrl === null) throw new AppError('notFound')
    return { url: wakeWordUrl }
  })
  uploadRoute(
    app,
    deps,
    speechRoutes.audioStream,
    ({ viewer, form, files: [file] }) => receivePart(deps, ports, viewer, form, file),
    {
      limits: [{ max: PARTS_A_MINUTE, by: perCaller }],
      mayUpload: (call, form) => assertMaySend(deps, call, form),
      maxFiles: 1,
      finish: storeAsSent, // a part is no file of its own: the whole recording loses its metadata when it is stored
    },
  )
}
