import type { FastifyRequest } from 'fastify'
import type { Config } from '#/config.ts'

/** Whether the browser sent this request by HTTPS, to this server or to the proxy before it. */
export const isSecure = (config: Pick<Config, 'https'>, request: FastifyRequest): boolean =>
  config.https === 'proxy' || request.protocol === 'https'
