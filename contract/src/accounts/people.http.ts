import { z } from 'zod'
import { defineRoutes, listOf, Uuid } from '../define.ts'
import { SEARCH_MAX } from '../limits.ts'
import { Me, Person } from './accounts.http.ts'
import { Contact, ProfileForm } from './profile.ts'

/** The profile of a user, visible to all signed-in users. It has only the fields that the profile screen shows. */
export const Profile = Person.extend({ email: z.string(), ...Contact.shape }).meta({ id: 'Profile' })
export type Profile = z.infer<typeof Profile>

const IdParams = z.object({ id: Uuid })

export const peopleRoutes = defineRoutes({
  search: {
    method: 'GET',
    path: '/users',
    access: 'member',
    query: z.object({
      /** A part of the first name, the last name, or both in either order. Width and case are ignored. */
      name: z.string('common.required').trim().min(1, 'common.required').max(SEARCH_MAX, 'common.tooLong'),
    }),
    reply: listOf(Person),
    summary: 'Search active users by name, at most 20. Users whose name starts with the text come first.',
  },
  profile: {
    method: 'GET',
    path: '/users/:id',
    access: 'member',
    params: IdParams,
    errors: ['user.notFound', 'user.inactive'],
    reply: Profile,
    summary: 'The profile of a user; 404 for a deactivated user, with a code of its own.',
  },
  editProfile: {
    method: 'PUT',
    path: '/users/:id',
    access: 'member',
    params: IdParams,
    body: ProfileForm,
    errors: ['forbidden', 'user.notFound'],
    reply: Me,
    summary: 'Change the user’s own profile; 403 for the profile of another user.',
  },
  changeAvatar: {
    method: 'PUT',
    path: '/users/:id/avatar',
    access: 'member',
    budget: 'everyday',
    params: IdParams,
    /** One picture file, sent as `avatar`. */
    form: z.object({}),
    errors: ['forbidden', 'file.missing', 'file.notPicture', 'user.notFound'],
    reply: Me,
    summary: 'Set the user’s own profile picture. The server crops it to a square of 512 pixels.',
  },
  removeAvatar: {
    method: 'DELETE',
    path: '/users/me/avatar',
    access: 'member',
    errors: ['user.notFound'],
    reply: Me,
    summary: 'Remove the user’s own profile picture.',
  },
})
