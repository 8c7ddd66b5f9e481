import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Done, Instant, listOf, Uuid } from '../define.ts'
import { LACS_TEXT_MAX, LACS_UNIT_ADMINS_MAX, SUBDOMAIN_MAX } from '../limits.ts'

const words = (required: 'lacs.organizationRequired' | 'lacs.unitNameRequired') =>
  z.string(required).trim().min(1, required).max(LACS_TEXT_MAX, 'common.tooLong')
const optionalWords = z.string('common.wrongType').trim().max(LACS_TEXT_MAX, 'common.tooLong').default('')

/** The rules of a LACS group's form (specification, section 3: its fields); the server's too. */
export const LacsGroupForm = z.object({
  organizationName: words('lacs.organizationRequired'),
  /** One label of a host name: small letters, digits, hyphens inside. */
  subdomain: z
    .string('lacs.subdomainRequired')
    .trim()
    .toLowerCase()
    .min(1, 'lacs.subdomainRequired')
    .max(SUBDOMAIN_MAX, 'common.tooLong')
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)?$/, 'lacs.subdomainInvalid'),
  departmentName: optionalWords,
  contactPersonName: optionalWords,
  contactPersonDesignation: optionalWords,
  shareDataAmongUnits: z.boolean('common.wrongType'),
})

/** Organisations whose units belong together. */
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
    updatedAt: Instant,
  })
  .meta({ id: 'LacsGroup' })
export type LacsGroup = z.infer<typeof LacsGroup>

/** The rules of a LACS unit's form; the server's too. */
export const LacsUnitForm = z.object({
  LacsGroupId: Uuid,
  /** The name by which machines know the unit: letters, digits, hyphens and underscores; one of its kind. */
  unitId: z
    .string('lacs.unitIdRequired')
    .trim()
    .min(1, 'lacs.unitIdRequired')
    .max(LACS_TEXT_MAX, 'common.tooLong')
    .regex(/^[\w-]*$/, 'lacs.unitIdInvalid'),
  unitName: words('lacs.unitNameRequired'),
  isCloudUnit: z.boolean('common.wrongType'),
  adminIds: z.array(Uuid).max(LACS_UNIT_ADMINS_MAX, 'common.wrongType').default([]),
})

/** One box, or the cloud. */
export const LacsUnit = z
  .object({
    id: Uuid,
    LacsGroupId: Uuid,
    unitId: z.string(),
    unitName: z.string(),
    isCloudUnit: z.boolean(),
    /** By name. */
    admins: z.array(Person),
    updatedAt: Instant,
  })
  .meta({ id: 'LacsUnit' })
export type LacsUnit = z.infer<typeof LacsUnit>

const ById = z.object({ id: Uuid })
const refusal = 'lacs.notAllowed'

export const lacsRoutes = defineRoutes({
  groups: {
    method: 'GET',
    path: '/admin/lacs-groups',
    access: 'admin',
    refusal,
    reply: listOf(LacsGroup),
    summary: 'LACS groups by the name of their organisation.',
  },
  createGroup: {
    method: 'POST',
    path: '/admin/lacs-groups',
    access: 'admin',
    refusal,
    body: LacsGroupForm,
    status: 201,
    reply: LacsGroup,
    summary: 'Add a LACS group.',
  },
  updateGroup: {
    method: 'PUT',
    path: '/admin/lacs-groups/:id',
    access: 'admin',
    refusal,
    params: ById,
    body: LacsGroupForm,
    reply: LacsGroup,
    summary: 'Change a LACS group.',
  },
  removeGroup: {
    method: 'DELETE',
    path: '/admin/lacs-groups/:id',
    access: 'admin',
    refusal,
    params: ById,
    reply: Done,
    summary: 'Delete a LACS group that has no units.',
  },
  units: {
    method: 'GET',
    path: '/admin/lacs-units',
    access: 'admin',
    refusal,
    query: z.object({ LacsGroupId: Uuid.optional() }),
    reply: listOf(LacsUnit),
    summary: 'LACS units by name, of one group or of all.',
  },
  createUnit: {
    method: 'POST',
    path: '/admin/lacs-units',
    access: 'admin',
    refusal,
    body: LacsUnitForm,
    status: 201,
    reply: LacsUnit,
    summary: 'Add a LACS unit.',
  },
  updateUnit: {
    method: 'PUT',
    path: '/admin/lacs-units/:id',
    access: 'admin',
    refusal,
    params: ById,
    body: LacsUnitForm,
    reply: LacsUnit,
    summary: 'Change a LACS unit and its admins.',
  },
  removeUnit: {
    method: 'DELETE',
    path: '/admin/lacs-units/:id',
    access: 'admin',
    refusal,
    params: ById,
    reply: Done,
    summary: 'Delete a LACS unit.',
  },
})
