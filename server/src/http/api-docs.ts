import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { API_BASE } from '@noroshi/contract/routes'
import { VERSION } from '@noroshi/contract/version'

/**
 * Serves the OpenAPI document that is generated from the contract, and Swagger UI. Register it before the routes that it
 * describes.
 */
export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Noroshi', version: VERSION },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          alertToken: { type: 'apiKey', in: 'header', name: 'X-Alert-Token' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, { routePrefix: `${API_BASE}/docs` })
  app.get(`${API_BASE}/openapi.json`, { schema: { hide: true } }, async () => app.swagger())
}
