import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { MEDIA_COOKIE, SECURE_MEDIA_COOKIE } from '@noroshi/contract/addresses'
import { API_BASE, apiTags } from '@noroshi/contract/routes'
import { VERSION } from '@noroshi/contract/version'
import { createSocketDocument } from './socket-docs.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns the description of the route in the OpenAPI document. It is called when the document is requested first. */
    readonly describe?: () => FastifySchema
  }
}

/**
 * Serves the OpenAPI and AsyncAPI documents, which are generated from the contract, and Swagger UI. Register it before
 * the routes that it describes.
 */
export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Noroshi',
        version: VERSION,
        description: 'Every error reply has a code, a message in the language of the caller, and the invalid fields.',
      },
      servers: [{ url: '/' }],
      tags: [...apiTags].map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          screenToken: { type: 'http', scheme: 'bearer', description: 'The token of a screen' },
          alertToken: { type: 'apiKey', in: 'header', name: 'X-Alert-Token' },
          mediaCookie: { type: 'apiKey', in: 'cookie', name: MEDIA_COOKIE, description: 'Set by a sign-in and an SOS' },
          secureMediaCookie: { type: 'apiKey', in: 'cookie', name: SECURE_MEDIA_COOKIE, description: 'The same on HTTPS' },
        },
      },
    },
    transform: (route) => jsonSchemaTransform({ ...route, schema: route.route.config?.describe?.() ?? route.schema }),
    transformObject: (document) => withoutUnused(jsonSchemaTransformObject(document)),
  })
  await app.register(swaggerUi, { routePrefix: `${API_BASE}/docs` })
  app.get(`${API_BASE}/openapi.json`, { schema: { hide: true } }, async () => app.swagger())
  app.get(`${API_BASE}/asyncapi.json`, { schema: { hide: true } }, async () => createSocketDocument())
}

type Document = ReturnType<typeof jsonSchemaTransformObject>

/** Removes the schemas that no operation refers to, directly or through another schema. */
function withoutUnused(document: Document): Document {
  const schemas: Record<string, unknown> = ('components' in document && document.components?.schemas) || {}
  const used = new Set<string>()
  const visit = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      visit(schemas[name])
    }
  }
  visit(document.paths)
  for (const name of Object.keys(schemas)) if (!used.has(name)) Reflect.deleteProperty(schemas, name)
  return document
}
