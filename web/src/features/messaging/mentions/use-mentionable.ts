import { useMemo } from 'react'
import { nameOf } from '../../../platform/language/person-name.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useKnownThread, useMembers } from '../messaging.queries.ts'
import { type Mentionable, namesOf } from './mention-text.ts'

const NONE: readonly Mentionable[] = []

/**
 * Returns whom a text in a thread may mention: the other members of a group and, for its admins, everyone. The members are
 * read when `isWanted` is set for the first time.
 */
export function useMentionable(threadId: string, isWanted: boolean): readonly Mentionable[] {
  const text = useText()
  const language = useLanguage()
  const ownId = useCurrentUser()?.id
  const isGroup = useKnownThread(threadId)?.isGroup === true
  const { members } = useMembers(threadId, isGroup && isWanted)
  const all = text('messages.mentionAll')
  return useMemo(() => {
    if (!isGroup || !members) return NONE
    const others = members.filter(({ UserId }) => UserId !== ownId)
    const isAdmin = members.some(({ UserId, isAdmin: is }) => is && UserId === ownId)
    const people = others.map(({ UserId, user }) => ({ userId: UserId, names: namesOf(user, nameOf(user)) }))
    return isAdmin ? [...people, { userId: null, names: [all, 'all', '全員'] }] : people
    // oxlint-disable-next-line react/exhaustive-deps -- the language determines the names
  }, [isGroup, members, ownId, all, language])
}
