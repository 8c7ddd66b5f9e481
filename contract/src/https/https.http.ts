import { z } from 'zod'
import { defineRoutes, EmptyReply, Uuid } from '../define.ts'
import { LANGUAGES } from '../i18n.ts'
import { HANDOVER_ITEMS_MAX } from '../limits.ts'

/** The HTTPS port of this server; `null`: the server has none of its own. */
export const HttpsInfo = z
  .object({
    port: z.int(),
    httpPort: z.int(),
    /**
     * Whether devices must first trust the authority of this server. false: the certificate is from an authority that they trust.
     */
    hasOwnAuthority: z.boolean(),
    /** SHA-256 of the authority's certificate, as hexadecimal pairs with colons; null without an own authority. */
    fingerprint: z.string().nullable(),
    /** The names and addresses of the certificate that other devices can open. */
    names: z.array(z.string()),
  })
  .meta({ id: 'HttpsInfo' })
export type HttpsInfo = z.infer<typeof HttpsInfo>

/** An SOS that the device has not sent yet, in the form in which the page stores it. */
const UnsentSos = z.object({
  clientId: Uuid,
  createdAt: z.iso.datetime(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Metres. */
  accuracy: z.number().nullable(),
  /** Milliseconds of the device's clock. */
  locatedAt: z.number().nullable(),
  isRaised: z.boolean(),
})

const TOKEN_MAX = 200
const unsentSos = z.array(UnsentSos).max(HANDOVER_ITEMS_MAX)
const language = z.enum(LANGUAGES).nullable()

/** The data that a page on HTTP hands over. The session of the request is handed over too. */
export const Handover = z.object({
  alertTokens: z.array(z.string().max(TOKEN_MAX)).max(HANDOVER_ITEMS_MAX),
  unsentSos,
  language,
})
export type Handover = z.infer<typeof Handover>

/** The data that a page on HTTPS receives. */
export const HandedOver = z.object({
  /** The session with a new token; the previous token is invalid. null: no session was handed over, or it has ended. */
  accessToken: z.string().nullable(),
  /** The device of the session, so that both pages of a browser are one device; null without a session. */
  deviceId: Uuid.nullable(),
  /** Alert id -> token. Tokens of alerts that are closed are left out. */
  alertTokens: z.record(Uuid, z.string()),
  unsentSos,
  language,
})
export type HandedOver = z.infer<typeof HandedOver>

export const httpsRoutes = defineRoutes({
  info: {
    method: 'GET',
    path: '/https',
    access: 'public',
    allowsRestricted: true,
    reply: z.object({ https: HttpsInfo.nullable() }),
    summary: 'The HTTPS port of this server.',
  },
  probe: {
    method: 'GET',
    path: '/https/probe',
    access: 'public',
    allowsRestricted: true,
    reply: EmptyReply,
    summary:
      'A reply that pages of any origin may read, so that a page on HTTP learns whether the device trusts the certificate.',
  },
  handOver: {
    method: 'POST',
    path: '/https/handovers',
    access: 'public',
    onFullDisk: 'accepted',
    allowsRestricted: true,
    body: Handover,
    errors: ['notFound', 'tooManyRequests'],
    status: 201,
    /** The code works for one page, for a minute, on HTTPS and with the cookie of this reply (decisions/0061). */
    reply: z.object({ code: z.string() }),
    summary: 'Store what the page on HTTPS needs from the page on HTTP.',
  },
  claim: {
    method: 'POST',
    path: '/https/handovers/claim',
    access: 'public',
    onFullDisk: 'accepted',
    allowsRestricted: true,
    body: z.object({
      code: z.string().max(TOKEN_MAX),
      /**
       * 256 random bits (base64url) of the page that claims. It may repeat the claim with the same value and receives the same reply;
       * any other value uses up the code.
       */
      claimSecret: z.string().regex(/^[\w-]{43}$/, 'common.wrongType'),
      /** false: the page on HTTPS has a session already. The session that was handed over stays as it is. */
      wantsSession: z.boolean(),
    }),
    errors: ['notFound', 'tooManyRequests'],
    reply: HandedOver,
    summary: 'Receive what a page on HTTP handed over. A repetition returns the same. An unknown, used or expired code is 404.',
  },
})
