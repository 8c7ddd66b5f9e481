import { z } from 'zod'
import { Timestamp } from '../define.ts'
import { GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX, GROUP_NAME_MIN } from '../limits.ts'
import { bodyText } from '../text/body-text.ts'
import { memberNameText } from '../text/name-text.ts'

/** Capitalises the first letter of each word of a group's name (specification, section 5). Other letters stay unchanged. */
const capitalised = (name: string): string =>
  name.replace(/(^|\s)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

/** The form of a group (specification, section 5). */
export const GroupForm = z.object({
  name: memberNameText('messages.group.nameRequired')
    .min(1, 'messages.group.nameRequired')
    .min(GROUP_NAME_MIN, 'messages.group.nameTooShort')
    .max(GROUP_NAME_MAX, 'messages.group.nameTooLong')
    .transform(capitalised),
  description: bodyText().max(GROUP_DESCRIPTION_MAX, 'common.tooLong').default(''),
  /** No one sees who has read messages of the group (decisions/0211). Absent: unchanged. */
  hidesSeen: z.boolean('common.wrongType').optional(),
})

/** The group of a thread (specification, section 3). */
export const Group = z.object({
  name: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  /** No one sees who has read messages. Absent: everyone does. */
  hidesSeen: z.literal(true).optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
