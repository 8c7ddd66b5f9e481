import type { FastifyInstance } from 'fastify'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import type { Deps } from '#/deps.ts'
import { uploadRoute } from '#/features/files/upload-route.service.ts'
import { languageOf } from '#/http/errors.ts'
import { perCaller, type RouteCall, route } from '#/http/route.ts'
import { assertMayUpload, listMessages, type UploadPorts, uploadMessage } from './messages.service.ts'
import type { SendMessage } from './messaging.service.ts'
import { readAloudThreads, setReadAloud, type Speak } from './read-aloud/read-aloud.service.ts'
import { searchMessages, waitingSearches } from './search/search.service.ts'
import { setStatus, setStatuses } from './watermarks.service.ts'

/** Uploads of one user. */
const UPLOADS_A_MINUTE = 60
/** Searches of one user. A search reads many messages. */
const SEARCHES_A_MINUTE = 120
/**
 * Texts and messages that one user has spoken: alarms, unread messages, and those that the browser cannot decode.
 */
const SPOKEN_A_MINUTE = 30
/** Changes of reading aloud by one user. */
const SPEECH_STATES_A_MINUTE = 60

const done = { ok: true } as const

interface MessagePorts extends UploadPorts {
  readonly sendMessage: SendMessage
  readonly speak: Speak
}

export function registerMessageRoutes(app: FastifyInstance, deps: Deps, ports: MessagePorts) {
  const { watermarks, sendMessage, speak } = ports
  deps.metrics.watchQueue('searches', waitingSearches)
  route(app, deps, messageRoutes.list, async ({ viewer, params, query }) => {
    const page = await listMessages(deps, viewer, params.id, query)
    watermarks.sent.recordReply(viewer.sessionId, page.items)
    return page
  })
  route(app, deps, messageRoutes.send, ({ viewer, body }) => sendMessage(viewer, { ...body, threadId: body.messageThreadId }))
  uploadRoute(
    app,
    deps,
    messageRoutes.upload,
    async ({ viewer, form, files, request }) => {
      const language = languageOf(request.headers['accept-language'])
      return uploadMessage(deps, ports, viewer, form, files, language)
    },
    {
      limits: [{ max: UPLOADS_A_MINUTE, by: perCaller }],
      mayUpload: ({ viewer }, form) => assertMayUpload(deps, ports, viewer, form),
      budgetOf: ({ messageType }) => (messageType === 'alertChat' ? 'emergency' : 'everyday'),
    },
  )
  route(app, deps, messageRoutes.setStatus, async ({ viewer, params, body }) => {
    await setStatus(deps, watermarks, viewer, params.id, body.status)
    return done
  })
  route(app, deps, messageRoutes.setStatuses, async ({ viewer, body }) => {
    await setStatuses(deps, watermarks, viewer, body)
    return done
  })
  route(app, deps, messageRoutes.setSpeechState, ({ viewer, body }) => setReadAloud(deps, viewer, body), {
    limits: [{ max: SPEECH_STATES_A_MINUTE, by: perCaller }],
  })
  route(app, deps, messageRoutes.speechState, ({ viewer }) => readAloudThreads(deps, viewer))
  const speechLimits = { limits: [{ max: SPOKEN_A_MINUTE, by: perCaller }] }
  route(app, deps, messageRoutes.speak, ({ viewer, body }) => speak.text(viewer, body), speechLimits)
  const speakMessage = ({ viewer, params, query }: RouteCall<typeof messageRoutes.speakMessage>) =>
    speak.message(viewer, params.id, query.mimeType)
  route(app, deps, messageRoutes.speakMessage, speakMessage, speechLimits)
  const searchOptions = { limits: [{ max: SEARCHES_A_MINUTE, by: perCaller }] }
  const search = async ({ viewer, query, request }: RouteCall<typeof messageSearchRoutes.search>) => {
    const { text, threadId, cursor, senderId, media } = query
    const filters = { senderId, media, from: dateOf(query.from), to: dateOf(query.to) }
    const language = languageOf(request.headers['accept-language'])
    const found = await searchMessages(deps, viewer, { text, threadId, cursor, filters, language })
    watermarks.sent.recordReply(
      viewer.sessionId,
      found.items.map(({ message }) => message),
    )
    return found
  }
  route(app, deps, messageSearchRoutes.search, search, searchOptions)
}

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))
