import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, Timestamp, listOf, Uuid } from '../define.ts'
import { nameText } from '../text/name-text.ts'

/** Admins of one LACS unit. */
const LACS_UNIT_ADMINS_MAX = 50

/** Characters of the names in LACS groups and units, and of a subdomain (one label of a host name). */
const LACS_TEXT_MAX = 100
const SUBDOMAIN_MAX = 63

const requiredText = (required: 'lacs.organizationRequired' | 'lacs.unitNameRequired') =>
  nameText(required).min(1, required).max(LACS_TEXT_MAX, 'common.tooLong')
const optionalText = nameText('common.wrongType').max(LACS_TEXT_MAX, 'common.tooLong').default('')

/** The form of a LACS group (specification, section 3). */
export const LacsGroupForm = z.object({
  organizationName: requiredText('lacs.organizationRequired'),
  /** One label of a host name: lower-case letters, digits, and hyphens that are not at the ends. */
  subdomain: z
    .string('lacs.subdomainRequired')
    .trim()
    .toLowerCase()
    .min(1, 'lacs.subdomainRequired')
    .max(SUBDOMAIN_MAX, 'common.tooLong')
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)?$/, 'lacs.subdomainInvalid'),
  departmentName: optionalText,
  contactPersonName: optionalText,
  contactPersonDesignation: optionalText,
  shareDataAmongUnits: z.boolean('common.wrongType'),
})

/** An organisation and its units. */
export const LacsGroup = z
  .object({
    id: Uuid,
    organizationName: z.string(),
    subdomain: z.string(),
    departmentName: z.string(),
    contactPersonName: z.string(),
    contactPersonDesignation: z.string(),
    shareDataAmongUnits: z.boolean(),
    unitCount: z.int(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'LacsGroup' })
export type LacsGroup = z.infer<typeof LacsGroup>

/** The form of a LACS unit. */
export const LacsUnitForm = z.object({
  LacsGroupId: Uuid,
  /** The unique technical name of the unit: letters, digits, hyphens and underscores. */
  unitId: z
    .string('lacs.unitIdRequired')
    .trim()
    .min(1, 'lacs.unitIdRequired')
    .max(LACS_TEXT_MAX, 'common.tooLong')
    .regex(/^[\w-]*$/, 'lacs.unitIdInvalid'),
  unitName: requiredText('lacs.unitNameRequired'),
  isCloudUnit: z.boolean('common.wrongType'),
  adminIds: z.array(Uuid).max(LACS_UNIT_ADMINS_MAX, 'common.wrongType').default([]),
})

/** A local device of an organisation, or its cloud. */
export const LacsUnit = z
  .object({
    id: Uuid,
    LacsGroupId: Uuid,
    unitId: z.string(),
    unitName: z.string(),
    isCloudUnit: z.boolean(),
    /** Ordered by name. */
    admins: z.array(Person),
    updatedAt: Timestamp,
  })
  .meta({ id: 'LacsUnit' })
export type LacsUnit = z.infer<typeof LacsUnit>

const IdParams = z.object({ id: Uuid })
const refusal = 'lacs.notAllowed'

export const lacsRoutes = defineRoutes({
  groups: {
    method: 'GET',
    path: '/admin/lacs-groups',
    access: 'admin',
    refusal,
    reply: listOf(LacsGroup),
    summary: 'LACS groups, ordered by the name of the organisation.',
  },
  createGroup: {
    method: 'POST',
    path: '/admin/lacs-groups',
    access: 'admin',
    refusal,
    body: LacsGroupForm,
    errors: ['lacs.subdomainTaken'],
    status: 201,
    reply: LacsGroup,
    summary: 'Add a LACS group.',
  },
  updateGroup: {
    method: 'PUT',
    path: '/admin/lacs-groups/:id',
    access: 'admin',
    refusal,
    params: IdParams,
    body: LacsGroupForm,
    errors: ['lacs.groupNotFound', 'lacs.subdomainTaken'],
    reply: LacsGroup,
    summary: 'Change a LACS group.',
  },
  removeGroup: {
    method: 'DELETE',
    path: '/admin/lacs-groups/:id',
    access: 'admin',
    refusal,
    params: IdParams,
    errors: ['lacs.groupNotFound', 'lacs.groupHasUnits'],
    reply: EmptyReply,
    summary: 'Delete a LACS group that has no units.',
  },
  units: {
    method: 'GET',
    path: '/admin/lacs-units',
    access: 'admin',
    refusal,
    query: z.object({ LacsGroupId: Uuid.optional() }),
    reply: listOf(LacsUnit),
    summary: 'LACS units of one group or of all groups, ordered by name.',
  },
  createUnit: {
    method: 'POST',
    path: '/admin/lacs-units',
    access: 'admin',
    refusal,
    body: LacsUnitForm,
    errors: ['lacs.groupNotFound', 'lacs.unitIdTaken', 'lacs.adminNotFound'],
    status: 201,
    reply: LacsUnit,
    summary: 'Add a LACS unit.',
  },
  updateUnit: {
    method: 'PUT',
    path: '/admin/lacs-units/:id',
    access: 'admin',
    refusal,
    params: IdParams,
    body: LacsUnitForm,
    errors: ['lacs.groupNotFound', 'lacs.unitNotFound', 'lacs.unitIdTaken', 'lacs.adminNotFound'],
    reply: LacsUnit,
    summary: 'Change a LACS unit and its admins.',
  },
  removeUnit: {
    method: 'DELETE',
    path: '/admin/lacs-units/:id',
    access: 'admin',
    refusal,
    params: IdParams,
    errors: ['lacs.unitNotFound'],
    reply: EmptyReply,
    summary: 'Delete a LACS unit.',
  },
})
