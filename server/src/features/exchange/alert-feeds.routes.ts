import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { alertFeedRoutes } from '@noroshi/contract/exchange/alert-feeds.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { route } from '#/http/route.ts'
import { sendBytes, tagOf } from '#/http/send-bytes.ts'
import { sourceOf } from '#/http/source-of.ts'
import { UNLISTED } from '#/http/static-files.ts'
import { FEED_MESSAGES_MAX } from './alert-feed-messages.service.ts'
import { createAlertFeed, listAlertFeeds, openFeed, revokeAlertFeed } from './alert-feeds.service.ts'
import { type FeedRow, messageOfFeed, messagesOfFeed } from './alert-feeds.sql.ts'
import { capDocument } from './cap-document.ts'
import { alertsGeoJson, atomFeed } from './feed-documents.ts'

const MESSAGE_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.xml$/

export function registerAlertFeedRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, alertFeedRoutes.list, () => listAlertFeeds(deps))
  route(app, deps, alertFeedRoutes.create, (call) => createAlertFeed(deps, auditActorOf(call), call.body))
  route(app, deps, alertFeedRoutes.revoke, async (call) => {
    await revokeAlertFeed(deps, auditActorOf(call), call.params.id)
    return { ok: true } as const
  })
  serveFeeds(app, deps)
}

type FeedRequest = FastifyRequest<{ Params: { token: string; file?: string } }>

/** Serves the feeds to other systems. The token in the path is their only right; the log has the patterns of paths only. */
function serveFeeds(app: FastifyInstance, deps: Deps): void {
  const serve = (path: string, type: string, documentOf: (feed: FeedRow, request: FeedRequest) => Promise<string>): void => {
    app.get(`/alert-feeds/:token/${path}`, UNLISTED, async (request: FeedRequest, reply: FastifyReply) => {
      const feed = await openFeed(deps, request.params.token, sourceOf(request.ip))
      const bytes = Buffer.from(await documentOf(feed, request))
      reply.header('cache-control', 'private, no-cache')
      return await sendBytes(request, reply, {
        size: bytes.length,
        type,
        tag: tagOf(bytes),
        open: (range) => (range ? bytes.subarray(range.first, range.last + 1) : bytes),
      })
    })
  }
  // Twice: messages about anonymous alerts and about others.
  const messagesOf = (feed: FeedRow) => messagesOfFeed(deps.db, feed.id, 2 * FEED_MESSAGES_MAX)
  serve('cap.atom', 'application/atom+xml; charset=utf-8', async (feed) => atomFeed(feed, await messagesOf(feed)))
  serve('alerts.geojson', 'application/geo+json; charset=utf-8', async (feed) => alertsGeoJson(feed, await messagesOf(feed)))
  serve('messages/:file', 'application/cap+xml; charset=utf-8', async (feed, { params: { file = '' } }) => {
    const [, id] = MESSAGE_FILE.exec(file) ?? []
    const message = id === undefined ? undefined : await messageOfFeed(deps.db, feed.id, id)
    if (message === undefined) throw new AppError('notFound')
    return capDocument(feed, message)
  })
}
