import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, Timestamp, Uuid } from '../define.ts'
import { GuestDetails } from '../reception/people.ts'
import { bodyText } from '../text/body-text.ts'

/** Questions of one user in a day. */
export const PERSON_SEARCHES_A_DAY_MAX = 10
/** Seconds until a question is answered, the same for all answers. */
export const PERSON_SEARCH_DELAY_S = 60
/** Days after which questions and their messages are deleted. */
export const PERSON_SEARCH_DAYS = 90
/** Questions, and messages, of one reply, newest first. */
export const PERSON_SEARCHES_SHOWN = 100
/** Characters of the message to the person. */
export const PERSON_SEARCH_MESSAGE_MAX = 500

const { name, kana, birthYear } = GuestDetails.shape

/** A question whether a person is in a shelter. */
export const PersonSearchForm = z.object({
  name,
  kana,
  /** Chooses among several people of this name. It changes no answer. null: not known. */
  birthYear,
  /** The message to the person, who gets it if they are found and agreed to be. */
  message: bodyText().max(PERSON_SEARCH_MESSAGE_MAX, 'common.tooLong').default(''),
})
export type PersonSearchForm = z.output<typeof PersonSearchForm>

/** `passedOn`: the person, or the staff of the shelter, has the message. `cannotSay`: everything else, for whatever reason. */
export const PersonSearchAnswer = z.enum(['passedOn', 'cannotSay'])
export type PersonSearchAnswer = z.infer<typeof PersonSearchAnswer>

/** A question of the viewer. */
export const PersonSearch = z
  .object({
    id: Uuid,
    name: z.string(),
    kana: z.string(),
    birthYear: z.int().nullable(),
    message: z.string(),
    createdAt: Timestamp,
    /** null: not answered yet. */
    answer: PersonSearchAnswer.nullable(),
  })
  .meta({ id: 'PersonSearch' })
export type PersonSearch = z.infer<typeof PersonSearch>

/** A message of a user who searched for a person and found them. */
export const PersonSearchMessage = z
  .object({
    /** The id of the question. */
    id: Uuid,
    /** The id of the person in the register. */
    registeredId: Uuid,
    /** The user who searched. */
    searcher: Person,
    /** The person who was found, as the register names them. */
    name: z.string(),
    message: z.string(),
    createdAt: Timestamp,
    /** When the staff of the shelter passed it on; null: not yet, or it is for a user. */
    passedOnAt: Timestamp.nullable(),
  })
  .meta({ id: 'PersonSearchMessage' })
export type PersonSearchMessage = z.infer<typeof PersonSearchMessage>

export const personSearchRoutes = defineRoutes({
  own: {
    method: 'GET',
    path: '/me/person-searches',
    access: 'member',
    reply: z.object({
      /** Newest first. */
      searches: z.array(PersonSearch),
      /** Messages to the user, or for their dependants, newest first. */
      received: z.array(PersonSearchMessage),
    }),
    summary: 'The questions of the user with their answers, and the messages of users who searched for the user.',
  },
  create: {
    method: 'POST',
    path: '/me/person-searches',
    access: 'member',
    budget: 'everyday',
    body: PersonSearchForm.extend({
      /** The device creates one id for each question. A repeated id asks once. */
      clientId: Uuid,
    }),
    errors: ['personSearch.tooManyToday', 'conflict'],
    reply: EmptyReply,
    summary: 'Ask whether a person is in a shelter. The reply is always the same, and the answer follows a minute later.',
  },
  messages: {
    method: 'GET',
    path: '/shelters/:placeId/person-search-messages',
    access: 'member',
    params: z.object({ placeId: Uuid }),
    errors: ['shelter.notFound', 'tooManyRequests'],
    reply: z.object({ items: z.array(PersonSearchMessage) }),
    summary: 'Messages for people without an account, newest first, for the staff. Each request is an audit entry.',
  },
  passOn: {
    method: 'PUT',
    path: '/shelters/:placeId/person-search-messages/:id/:registeredId/passed-on',
    access: 'member',
    onFullDisk: 'accepted',
    params: z.object({ placeId: Uuid, id: Uuid, registeredId: Uuid }),
    errors: ['shelter.notFound', 'personSearch.notFound', 'tooManyRequests'],
    reply: EmptyReply,
    summary: 'Record that the staff told the person. A repetition changes nothing.',
  },
})
