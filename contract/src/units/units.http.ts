import { z } from 'zod'
import { defineRoutes, EmptyReply, Timestamp, Uuid } from '../define.ts'
import { CODE_LETTERS, normalizeCode } from '../text/typed-code.ts'
import { UnitFolderForm, UnitFolderState } from './unit-folder.http.ts'

/** Characters of a one-time code with which a unit pairs over a link: 80 bits. */
export const PAIRING_CODE_LENGTH = 16
/** Minutes for which such a code is valid. */
export const PAIRING_CODE_MINUTES = 10
/** Max characters of a request or an answer. */
const PAIRING_FILE_MAX = 200_000
/** Max units of one exported file. */
const RECEIVERS_MAX = 500
const ADDRESS_MAX = 300

/** A unit of the group of this server. */
export const UnitInGroup = z
  .object({
    id: Uuid,
    name: z.string(),
    /** Whether it is this server. */
    isSelf: z.boolean(),
    /** The founder of the group admits and revokes units. */
    isFounder: z.boolean(),
    isCloudUnit: z.boolean(),
    /** The version of its program; null: not told yet. */
    version: z.string().nullable(),
    /** `unconfirmed`: the digits were not compared yet, and nothing is exchanged. */
    state: z.enum(['unconfirmed', 'paired', 'revoked']),
    /** The digits to compare, 24 for files and 12 for a code; null unless it is unconfirmed. */
    digits: z.string().nullable(),
    /** The last exchange over a link, and the last file of the unit that was read. null: none yet. */
    lastLinkAt: Timestamp.nullable(),
    lastBundleAt: Timestamp.nullable(),
    /** Milliseconds that its clock was ahead at the last exchange over a link; null: not known. */
    clockOffsetMs: z.int().nullable(),
    /** Changes of this server that the unit has not confirmed to have. */
    toCarry: z.int().nonnegative(),
    /** Whether two databases have written as this unit, such as a copy of its data. */
    isForked: z.boolean(),
  })
  .meta({ id: 'UnitInGroup' })
export type UnitInGroup = z.infer<typeof UnitInGroup>

export const UnitsState = z
  .object({
    /** null: this server is in no group. */
    group: z.object({ name: z.string(), isFounder: z.boolean(), isSharing: z.boolean() }).nullable(),
    /** Ordered by name. */
    units: z.array(UnitInGroup),
    /** Received changes that this version does not know or that their unit may not make. They change nothing. */
    notUnderstood: z.int().nonnegative(),
    /** Received changes that are not applied yet: it goes on, or they wait for earlier ones. */
    waiting: z.int().nonnegative(),
    folder: UnitFolderState,
  })
  .meta({ id: 'UnitsState' })
export type UnitsState = z.infer<typeof UnitsState>

/** The form with which a unit joins a group over a link. */
export const JoinForm = z.object({
  /** The address of the unit that admits it: a host with its port, or a URL. */
  address: z.string('common.required').trim().min(1, 'common.required').max(ADDRESS_MAX, 'common.tooLong'),
  code: z
    .string('common.required')
    .max(100, 'units.codeLength')
    .transform(normalizeCode)
    .refine(
      (code) => code.length === PAIRING_CODE_LENGTH && code.split('').every((letter) => CODE_LETTERS.includes(letter)),
      'units.codeLength',
    ),
})

const PairingFile = z.object({
  file: z.string('common.required').min(1, 'common.required').max(PAIRING_FILE_MAX, 'error.units.fileRefused'),
})
const Bundle = z.object({
  /** base64 */
  bundle: z.string('common.required').min(1, 'common.required'),
})
const IdParams = z.object({ id: Uuid })

export const unitRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/admin/units',
    access: 'admin',
    reply: UnitsState,
    summary: 'The units that exchange data with this server, ordered by name.',
  },
  start: {
    method: 'POST',
    path: '/admin/units/group',
    access: 'admin',
    body: z.object({ LacsUnitId: Uuid }),
    errors: ['lacs.unitNotFound', 'units.groupSharesNothing', 'units.inGroup'],
    reply: EmptyReply,
    summary: 'Make this server the founder of a group: it is this LACS unit, and admits the others.',
  },
  createCode: {
    method: 'POST',
    path: '/admin/units/codes',
    access: 'admin',
    errors: ['units.noGroup', 'units.founderOnly', 'units.notSharing'],
    reply: z.object({
      code: z.string(),
      expiresAt: Timestamp,
      /** The addresses at which other units reach this server, the likeliest first. Empty: only this machine reaches it. */
      addresses: z.array(z.string()),
    }),
    summary: 'Create a one-time code with which another unit joins the group over a link.',
  },
  join: {
    method: 'POST',
    path: '/admin/units/join',
    access: 'admin',
    body: JoinForm,
    errors: ['units.inGroup', 'units.codeWrong', 'units.unreachable', 'units.fileRefused'],
    reply: EmptyReply,
    summary: 'Join the group of another unit by its one-time code. Nothing is exchanged until both have compared the digits.',
  },
  request: {
    method: 'POST',
    path: '/admin/units/request',
    access: 'admin',
    errors: ['units.inGroup'],
    reply: z.object({ file: z.string() }),
    summary: 'Write the file by which this server asks to join a group without a link.',
  },
  admit: {
    method: 'POST',
    path: '/admin/units/admissions',
    access: 'admin',
    body: PairingFile,
    errors: ['units.noGroup', 'units.founderOnly', 'units.notSharing', 'units.alreadyPaired', 'units.fileRefused'],
    reply: z.object({ file: z.string() }),
    summary: 'Admit a unit by its request file. The reply is the answer file.',
  },
  accept: {
    method: 'POST',
    path: '/admin/units/answers',
    access: 'admin',
    body: PairingFile,
    errors: ['units.inGroup', 'units.fileRefused'],
    reply: EmptyReply,
    summary: 'Read the answer file to the request of this server.',
  },
  confirm: {
    method: 'POST',
    path: '/admin/units/:id/confirmation',
    access: 'admin',
    params: IdParams,
    errors: ['units.noGroup', 'units.notFound'],
    reply: EmptyReply,
    summary: 'Confirm that the digits of a unit are equal at both. Data is exchanged from then on.',
  },
  reject: {
    method: 'DELETE',
    path: '/admin/units/:id',
    access: 'admin',
    params: IdParams,
    errors: ['units.noGroup', 'units.notFound'],
    reply: EmptyReply,
    summary: 'Remove a unit whose digits were not confirmed.',
  },
  revoke: {
    method: 'POST',
    path: '/admin/units/:id/revocation',
    access: 'admin',
    params: IdParams,
    errors: ['units.noGroup', 'units.founderOnly', 'units.notSharing', 'units.notFound'],
    reply: EmptyReply,
    summary: 'Revoke a unit for ever. What this server has of it stays; every unit refuses what it writes later.',
  },
  write: {
    method: 'POST',
    path: '/admin/units/files',
    access: 'admin',
    body: z.object({ UnitIds: z.array(Uuid).min(1, 'common.required').max(RECEIVERS_MAX, 'common.wrongType') }),
    errors: ['tooManyRequests', 'units.noGroup', 'units.notSharing', 'units.notFound'],
    reply: Bundle.extend({ isComplete: z.boolean() }),
    summary: 'Write an encrypted file with what the chosen units lack. `isComplete` is false if it has only the first part.',
  },
  take: {
    method: 'POST',
    path: '/admin/units/files/read',
    access: 'admin',
    body: Bundle,
    errors: ['tooManyRequests', 'units.noGroup', 'units.notSharing', 'units.bundleRefused'],
    reply: z.object({ name: z.string(), isNew: z.boolean(), refused: z.int().nonnegative() }),
    summary:
      'Read a file of another unit. `isNew` is false if this server had all of it, `refused` counts parts that no unit may write.',
  },
})

export const unitFolderRoutes = defineRoutes({
  change: {
    method: 'PUT',
    path: '/admin/units/folder',
    access: 'admin',
    body: UnitFolderForm,
    errors: [
      'units.noGroup',
      'units.folderGone',
      'units.diskAbsent',
      'units.folderReadOnly',
      'units.folderNotAllowed',
      'units.folderFull',
      'units.folderInDataDir',
      'units.folderFailed',
      'units.folderUnexpected',
    ],
    reply: EmptyReply,
    summary: 'Choose the folder in which files are exchanged with other units, or none. It must be writable.',
  },
})

/** Routes that other units call. */
export const peerRoutes = defineRoutes({
  pair: {
    method: 'POST',
    path: '/units/pair',
    access: 'public',
    body: z.object({ request: z.string().max(PAIRING_FILE_MAX), proof: z.string().max(100) }),
    errors: [
      'tooManyRequests',
      'units.codeWrong',
      'units.noGroup',
      'units.founderOnly',
      'units.notSharing',
      'units.alreadyPaired',
      'units.fileRefused',
    ],
    reply: z.object({ answer: z.string(), proof: z.string() }),
    summary: 'Another unit joins the group by a one-time code. Its request and the answer are proved by the code.',
  },
  exchange: {
    method: 'POST',
    path: '/units/exchange',
    access: 'public',
    /** `waits`: the reply waits until there is something for the unit, for most of a minute. */
    body: Bundle.extend({ waits: z.literal(true).optional() }),
    errors: ['tooManyRequests', 'units.noGroup', 'units.notSharing', 'units.bundleRefused'],
    reply: Bundle,
    summary: 'Another unit sends a bundle, encrypted to this one and signed by it, and gets one with what it lacks.',
  },
})
