import { z } from 'zod'
import { defineRoutes, listOf, Uuid } from '../define.ts'
import { SEARCH_MAX } from '../limits.ts'
import { Me, Person } from './accounts.http.ts'
import { Contact, ProfileForm } from './profile.ts'

/** Somebody's profile, for whoever is signed in: what its screen shows and nothing else. */
export const Profile = Person.extend({ email: z.string(), ...Contact.shape }).meta({ id: 'Profile' })
export type Profile = z.infer<typeof Profile>

const personId = z.object({ id: Uuid })

export const peopleRoutes = defineRoutes({
  search: {
    method: 'GET',
    path: '/users',
    access: 'member',
    query: z.object({
      /** A part of a first or last name, or of both in either order; width and capitals do not count. */
      name: z.string('common.required').trim().min(1, 'common.required').max(SEARCH_MAX, 'common.tooLong'),
    }),
    reply: listOf(Person),
    summary: 'Active people by name, those whose name begins with it first; twenty at most.',
  },
  profile: {
    method: 'GET',
    path: '/users/:id',
    access: 'member',
    params: personId,
    reply: Profile,
    summary: 'Somebody’s profile; 404 for a deactivated person.',
  },
  editProfile: {
    method: 'PUT',
    path: '/users/:id',
    access: 'member',
    params: personId,
    body: ProfileForm,
    reply: Me,
    summary: 'Change one’s own profile; 403 for another’s.',
  },
  changeAvatar: {
    method: 'PUT',
    path: '/users/:id/avatar',
    access: 'member',
    params: personId,
    /** One file, sent as `avatar`: a picture, whatever it is called. */
    form: z.object({}),
    reply: Me,
    summary: 'Put a picture on one’s own profile; it is cut to a square of 512 pixels.',
  },
  removeAvatar: {
    method: 'DELETE',
    path: '/users/me/avatar',
    access: 'member',
    reply: Me,
    summary: 'Take one’s own picture away.',
  },
})
