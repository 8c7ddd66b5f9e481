import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { sourceOf } from '#/http/source-of.ts'
import { UNLISTED } from '#/http/static-files.ts'
import { takeWrongTopic } from '../alarm-app-topics.service.ts'
import { PUSH_BODY_MAX, type UnifiedPush } from './unified-push.service.ts'

/** The path of an endpoint. */
export const PUSH_ENDPOINT = '/:topic(^up[0-9A-Za-z]{12}$)'
/** Messages of one address a minute. Those of this server come by no request. */
const MESSAGES_A_MINUTE = 60
/** The header "topic" of Web Push (RFC 8030). */
const SUBJECT = /^[\w-]{1,32}$/

type TopicRequest = FastifyRequest<{ Params: { topic: string } }>

/** The endpoints of the push service. The path is a credential: it is never logged. */
export function registerUnifiedPush(app: FastifyInstance, deps: Pick<Deps, 'rateLimiter'>, push: UnifiedPush): void {
  // Other servers ask whether the address is one of a push service.
  app.get(PUSH_ENDPOINT, { ...UNLISTED, exposeHeadRoute: false }, async () => ({ unifiedpush: { version: 1 } }))
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
    // Before the body is read.
    scope.addHook('onRequest', async ({ ip }) => {
      const limit = { name: 'messages of other servers', max: MESSAGES_A_MINUTE, minutes: 1 }
      if (!(await deps.rateLimiter.take(limit, sourceOf(ip))).isAllowed) throw new AppError('tooManyRequests')
    })
    scope.post(PUSH_ENDPOINT, { ...UNLISTED, bodyLimit: PUSH_BODY_MAX }, async (request: TopicRequest, reply) => {
      const { body, headers, ip, params } = request
      if (!(body instanceof Buffer) || body.length === 0) throw new AppError('invalid')
      const subject = String(headers['topic'] ?? '')
      const message = {
        topic: params.topic,
        body,
        ttl: /^\d{1,9}$/.test(String(headers['ttl'])) ? Number(headers['ttl']) : Number.NaN,
        subject: SUBJECT.test(subject) ? subject : null,
        isOwn: false,
      }
      if (!(await push.publish(message))) {
        await takeWrongTopic(deps, sourceOf(ip))
        throw new AppError('notFound')
      }
      return reply.status(201).send()
    })
  })
}
