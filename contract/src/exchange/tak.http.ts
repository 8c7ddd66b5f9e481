import { z } from 'zod'
import { defineRoutes, EmptyReply, listOf, Timestamp, Uuid } from '../define.ts'
import { Latitude, Longitude } from '../location.ts'
import { nameText } from '../text/name-text.ts'

/** Max markers of the TAK server that are kept. The newest ones stay. */
export const TAK_MARKERS_MAX = 500
/** UTF-16 units of the name of a marker. */
export const TAK_MARKER_NAME_MAX = 100
/** Minutes for which a marker is shown faded after its stale time, before it is removed. */
export const TAK_FADED_MINUTES = 10
const RECIPIENT_MAX = 100
/** Characters of a host name. */
const HOST_MAX = 253
/** Characters of a file of certificates or of a key, as PEM or as base64. */
export const TAK_FILE_MAX = 50_000
const PASSWORD_MAX = 200

/** The parts that leave to the TAK server. Active alerts with a location always do. */
const content = {
  /** The names of raisers and of people whose location leaves. Anonymous raisers never have one. */
  includesNames: z.boolean('common.wrongType'),
  /** The texts of raisers. */
  includesTexts: z.boolean('common.wrongType'),
  /** The locations of people, each only with a consent of their own. */
  includesPeople: z.boolean('common.wrongType'),
  /** Drills, marked as exercise. */
  includesDrills: z.boolean('common.wrongType'),
}

/** Why there is no connection, or why it ended. */
export const TAK_PROBLEMS = [
  'unreachable',
  /** No reply within the time limit, or it accepts no more data. */
  'timedOut',
  /** An address of a private network that the operator does not allow. */
  'notAllowed',
  /** Its certificate is not of the authority of the setting, or has expired. */
  'serverNotTrusted',
  'wrongName',
  /** It refuses the client certificate. */
  'clientRefused',
  'closed',
] as const
export type TakProblem = (typeof TAK_PROBLEMS)[number]

/** The TAK server that this server is connected to. Its secrets are in no reply. */
export const TakServer = z
  .object({
    id: Uuid,
    /** The organisation and its system, for administrators and for people who are asked for their consent. */
    recipient: z.string(),
    host: z.string(),
    port: z.int(),
    /** The name in its certificate; '': the host. */
    certificateName: z.string(),
    /** Whether all events are marked as a test. */
    isTest: z.boolean(),
    ...content,
    createdAt: Timestamp,
    /** When the connection began; null: there is none. */
    connectedAt: Timestamp.nullable(),
    /** The last event of the TAK server; null: none yet. */
    receivedAt: Timestamp.nullable(),
    problem: z.enum(TAK_PROBLEMS).nullable(),
    problemAt: Timestamp.nullable(),
    /** The end of the client certificate; null: not known before the first connection. */
    certificateEndsAt: Timestamp.nullable(),
    /** Number of markers that are kept. */
    markerCount: z.int(),
    /** Number of people who gave their consent. */
    consentCount: z.int(),
  })
  .meta({ id: 'TakServer' })
export type TakServer = z.infer<typeof TakServer>

const fileText = z.string('common.wrongType').trim().max(TAK_FILE_MAX, 'common.tooLong')
const password = z.string('common.wrongType').max(PASSWORD_MAX, 'common.tooLong').default('')

/** The client certificate with its key: PEM texts, or a PKCS #12 file in base64. */
export const TakIdentity = z.discriminatedUnion('format', [
  z.object({ format: z.literal('pem'), certificate: fileText, key: fileText, password }),
  z.object({ format: z.literal('p12'), file: fileText.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'common.wrongType'), password }),
])
export type TakIdentity = z.infer<typeof TakIdentity>

/** The form of the connection. Absent files stay as they are. */
export const TakServerForm = z.object({
  recipient: nameText('tak.recipientRequired').min(1, 'tak.recipientRequired').max(RECIPIENT_MAX, 'common.tooLong'),
  host: z
    .string('tak.hostRequired')
    .trim()
    .toLowerCase()
    .min(1, 'tak.hostRequired')
    .max(HOST_MAX, 'common.tooLong')
    .regex(/^[a-z0-9.:-]+$/, 'tak.hostInvalid'),
  port: z.int('tak.portInvalid').min(1, 'tak.portInvalid').max(65_535, 'tak.portInvalid'),
  certificateName: z
    .string('common.wrongType')
    .trim()
    .max(HOST_MAX, 'common.tooLong')
    .regex(/^[A-Za-z0-9._-]*$/, 'tak.hostInvalid'),
  isTest: z.boolean('common.wrongType'),
  ...content,
  identity: TakIdentity.optional(),
  /** The certificates of the authority of the server, as PEM. */
  authority: fileText.optional(),
})

/** A marker of the TAK server on the map. */
export const TakMarker = z
  .object({
    id: Uuid,
    /** '' without a name. */
    name: z.string(),
    latitude: Latitude,
    longitude: Longitude,
    /** Whether it belongs to an exercise or a simulation. */
    isExercise: z.boolean(),
    /** The time that it describes. */
    at: Timestamp,
    /** From then on it is faded, and it is removed soon after. */
    staleAt: Timestamp,
  })
  .meta({ id: 'TakMarker' })
export type TakMarker = z.infer<typeof TakMarker>

/** To whom the location of the user leaves, and whether the user consents to it. */
export const TakSharing = z
  .object({
    /** null: no locations of people leave to a TAK server. */
    recipient: z.string().nullable(),
    /** Whether names leave with the locations. */
    includesNames: z.boolean(),
    isShared: z.boolean(),
  })
  .meta({ id: 'TakSharing' })
export type TakSharing = z.infer<typeof TakSharing>

export const takServerRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/admin/tak-server',
    access: 'admin',
    reply: z.object({ server: TakServer.nullable() }),
    summary: 'The connection to a TAK server with its state, without its secrets; null without one.',
  },
  save: {
    method: 'PUT',
    path: '/admin/tak-server',
    access: 'admin',
    body: TakServerForm,
    errors: ['takServer.notAllowed', 'takServer.filesRequired', 'takServer.identityBroken', 'takServer.authorityBroken'],
    reply: z.object({ server: TakServer }),
    summary: 'Set the connection to a TAK server. Another recipient, host or port ends all consents.',
  },
  remove: {
    method: 'DELETE',
    path: '/admin/tak-server',
    access: 'admin',
    errors: ['takServer.notFound'],
    reply: EmptyReply,
    summary: 'End the connection to the TAK server, and delete its secrets, its markers and all consents.',
  },
})

export const takRoutes = defineRoutes({
  markers: {
    method: 'GET',
    path: '/tak-markers',
    access: 'member',
    reply: listOf(TakMarker),
    summary: 'Markers of the TAK server, newest first.',
  },
  readSharing: {
    method: 'GET',
    path: '/users/me/tak-sharing',
    access: 'member',
    reply: TakSharing,
    summary: 'To whom the location of the user leaves, and whether the user consents to it.',
  },
  share: {
    method: 'PUT',
    path: '/users/me/tak-sharing',
    access: 'member',
    body: z.object({
      isShared: z.boolean('common.wrongType'),
      /** The recipient that the user saw. The consent is for no other one. */
      recipient: z.string('common.wrongType').max(RECIPIENT_MAX, 'common.tooLong'),
      /** Whether the user saw that the name leaves too. A consent without it is none with it. */
      includesNames: z.boolean('common.wrongType'),
    }),
    errors: ['tooManyRequests', 'tak.recipientChanged'],
    reply: TakSharing,
    summary: 'Give or revoke the consent that the own location leaves to the TAK server, as often as it is shared with others.',
  },
})
