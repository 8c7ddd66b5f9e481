import { z } from 'zod'
import { EventMeta } from '@noroshi/contract/events/events.http'
import type { Described } from '@noroshi/contract/feature'
import { acknowledgedEvents, ackSchema, unacknowledgedCommands } from '@noroshi/contract/realtime'
import { type ApiTag, apiTags, taggedFeatures } from '@noroshi/contract/routes'
import { VERSION } from '@noroshi/contract/version'

type Json = Readonly<Record<string, unknown>>

const CHANNEL = { $ref: '#/channels/socket' }
const messageRef = (name: string) => ({ $ref: `#/channels/socket/messages/${name}` })
const schemeRef = (name: string) => ({ $ref: `#/components/securitySchemes/${name}` })
/** Either of them. A handshake without both is that of a visitor, who receives public events only. */
const USERS = [schemeRef('session'), schemeRef('alertTokens')]
/** A socket of a screen receives no other events and has no commands (decisions/0141). */
const SCREENS = [schemeRef('screenToken')]
const screenEvents: ReadonlySet<string> = new Set(
  taggedFeatures.flatMap(({ events, isForScreens }) => (isForScreens === true ? Object.keys(events?.items ?? {}) : [])),
)
const ACKNOWLEDGED: ReadonlySet<string> = new Set(acknowledgedEvents)
const UNACKNOWLEDGED: ReadonlySet<string> = new Set(unacknowledgedCommands)
const idOf = (name: string) => name.replaceAll(':', '.')

/** Returns the tag, the name, the schema or command and the summary of each event or command. */
const entriesOf = <Item>(
  part: (feature: (typeof taggedFeatures)[number]) => Described<Readonly<Record<string, Item>>> | undefined,
) =>
  taggedFeatures.flatMap((feature) => {
    const { items = {}, summaries = {} } = part(feature) ?? {}
    return Object.entries(items).map(([name, item]) => ({ tag: feature.tag, name, item, summary: summaries[name] }))
  })

/** Creates the AsyncAPI document of the socket from the contract: what the server emits, and what a client may emit. */
export function createSocketDocument(): Json {
  const schemas: Record<string, unknown> = {}
  const messages: Record<string, Json> = {}
  const operations: Record<string, Json> = {}
  const add = (name: string, title: string, payload: z.ZodType, io: 'input' | 'output') => {
    messages[name] = { name: title, payload: jsonSchemaOf(payload, io, schemas) }
  }
  const addReply = (id: string, name: string, ack: z.ZodType, io: 'input' | 'output') => {
    add(`${id}.ack`, `${name} acknowledgement`, ack, io)
    return { reply: { channel: CHANNEL, messages: [messageRef(`${id}.ack`)] } }
  }
  const tags: Record<string, Json> = {}
  const describe = (tag: ApiTag, summary: string | undefined) => {
    tags[tag] = { name: tag, description: apiTags.get(tag) }
    return { summary, tags: [{ $ref: `#/components/tags/${tag}` }] }
  }
  for (const { tag, name, item: schema, summary } of entriesOf(({ events }) => events)) {
    const id = `event.${idOf(name)}`
    add(id, name, z.tuple([schema, EventMeta]), 'output')
    operations[id] = {
      action: 'send',
      ...describe(tag, summary),
      channel: CHANNEL,
      messages: [messageRef(id)],
      security: screenEvents.has(name) ? SCREENS : USERS,
      ...(ACKNOWLEDGED.has(name) && addReply(id, name, z.tuple([]), 'input')),
    }
  }
  for (const { tag, name, item: command, summary } of entriesOf(({ commands }) => commands)) {
    const id = `command.${idOf(name)}`
    add(id, name, command.payload, 'input')
    operations[id] = {
      action: 'receive',
      ...describe(tag, summary),
      channel: CHANNEL,
      messages: [messageRef(id)],
      security: USERS,
      ...(!UNACKNOWLEDGED.has(name) && addReply(id, name, ackSchema(command), 'output')),
    }
  }
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Noroshi socket',
      version: VERSION,
      description:
        'Events and commands of Socket.IO. Each event has two arguments: its payload, and its id with the cursor for ' +
        'GET /events. An operation with a reply is acknowledged by the callback of Socket.IO.',
    },
    servers: { noroshi: { host: 'localhost:3000', pathname: '/socket.io', protocol: 'socketio' } },
    channels: {
      socket: { address: '/', messages: Object.fromEntries(Object.keys(messages).map((name) => [name, componentRef(name)])) },
    },
    operations,
    components: {
      messages,
      schemas,
      tags,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The session token, as auth.token of the handshake' },
        alertTokens: {
          type: 'apiKey',
          in: 'user',
          description: 'Tokens of anonymous alerts, as auth.alertTokens of the handshake',
        },
        screenToken: {
          type: 'apiKey',
          in: 'user',
          description: 'The token of a screen, as auth.screenToken of the handshake. The other tokens are then ignored',
        },
      },
    },
  }
}

const componentRef = (name: string) => ({ $ref: `#/components/messages/${name}` })

/** Returns a JSON Schema and adds the schemas that it refers to by id. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, unknown>): unknown {
  const generated = z.toJSONSchema(schema, { io, target: 'draft-7', unrepresentable: 'any' })
  const { $schema: _, definitions = {}, ...own } = withComponentRefs(generated, io)
  for (const [id, definition] of Object.entries(definitions)) schemas[componentName(id, io)] = definition
  return own
}

/** A schema may accept more than it emits, so that it has a name for each direction. */
const componentName = (id: string, io: 'input' | 'output') => (io === 'input' ? `${id}Input` : id)

function withComponentRefs(schema: object, io: 'input' | 'output'): { $schema?: string; definitions?: Json } {
  const json = JSON.stringify(schema).replaceAll(
    /"#\/definitions\/([^"]+)"/g,
    (__, id: string) => `"#/components/schemas/${componentName(id, io)}"`,
  )
  return JSON.parse(json) as { $schema?: string; definitions?: Json } // it was an object before
}
