import { ActionIcon, Button } from '@mantine/core'
import { IconMessageCircle, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { can } from '@noroshi/contract/abilities'
import type { Need } from '@noroshi/contract/needs/needs.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { age } from '../../../platform/language/time.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { CommandIcon } from '../../../ui/forms/command-button.tsx'
import entries from '../../../ui/layout/entries.module.css'
import { Tag } from '../../../ui/layout/tag.tsx'
import { isExpired } from '../board.ts'
import { type NeedStep, useNeedStep } from '../needs.changes.ts'
import css from './needs.module.css'

interface Props {
  need: Need
  now: Date
  onEdit: () => void
  onDelete: () => void
}

/** An entry of the needs board, with what the viewer may do with it. */
export function NeedCard({ need, now, onEdit, onDelete }: Props) {
  const text = useText()
  const language = useLanguage()
  const viewer = useCurrentUser()
  const { id, subject, title, amount, note, isUrgent, place, whereabouts, owner, claimedBy, doneAt, createdAt } = need
  const facts = { isOwner: viewer?.id === owner.id, isClaimer: viewer !== null && viewer.id === claimedBy?.id }
  const where = [place?.name ?? '', whereabouts].filter((part) => part !== '')
  const isOpen = doneAt === null
  const mayKeep = can(viewer, 'need:keep', facts)
  const ownerName = nameOf(owner)
  return (
    <article className={`${entries.entry} ${css.need}`} data-done={!isOpen || undefined} aria-label={title}>
      <span className={entries.tags}>
        {isUrgent && isOpen && <Tag tone="warn">{text('needs.urgent')}</Tag>}
        <Tag>{text(`needs.subject.${subject}`)}</Tag>
        <StateTag need={need} isExpired={isExpired(need, now)} isMine={facts.isClaimer} />
      </span>
      <h2 className={entries.title}>
        {title}
        {amount !== '' && <> · {amount}</>}
      </h2>
      {where.length > 0 && <span translate="no">{where.join(' · ')}</span>}
      {note !== '' && <p className={entries.body}>{note}</p>}
      <span className={entries.quiet}>
        <span translate={facts.isOwner ? undefined : 'no'}>
          {facts.isOwner ? text('needs.mine') : text('needs.by', { name: ownerName })}
        </span>{' '}
        <time dateTime={createdAt}>{age(createdAt, now, language)}</time>
      </span>
      <div className={css.buttons}>
        {isOpen && claimedBy === null && !facts.isOwner && (
          <Step id={id} step="claim" isMain>
            {text(need.kind === 'need' ? 'needs.claim' : 'needs.accept')}
          </Step>
        )}
        {isOpen && isExpired(need, now) && mayKeep && (
          <Step id={id} step="prolong" isMain>
            {text('needs.prolong')}
          </Step>
        )}
        {isOpen && can(viewer, 'need:finish', facts) && (
          <Step id={id} step="finish">
            {text('needs.finish')}
          </Step>
        )}
        {isOpen && claimedBy !== null && can(viewer, 'need:finish', facts) && (
          <Step id={id} step="release">
            {text(facts.isClaimer ? 'needs.release' : 'needs.releaseOther')}
          </Step>
        )}
        <span className={css.icons}>
          {!facts.isOwner && (
            <CommandIcon
              command="chat.open"
              input={{ userId: owner.id, threadId: null }}
              label={text('needs.write', { name: ownerName })}
              icon={<IconMessageCircle />}
            />
          )}
          {mayKeep && isOpen && (
            <ActionIcon aria-label={text('needs.editOf', { title })} onClick={onEdit}>
              <IconPencil size={20} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          )}
          {mayKeep && (
            <ActionIcon aria-label={text('needs.deleteOf', { title })} onClick={onDelete}>
              <IconTrash size={20} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          )}
        </span>
      </div>
    </article>
  )
}

function StateTag({
  need: { claimedBy, doneAt },
  isExpired: hasExpired,
  isMine,
}: {
  need: Need
  isExpired: boolean
  isMine: boolean
}) {
  const text = useText()
  if (doneAt !== null) return <Tag tone="ok">{text('needs.done')}</Tag>
  if (hasExpired) return <Tag tone="warn">{text('needs.expired')}</Tag>
  if (claimedBy === null) return <Tag tone="warn">{text('needs.open')}</Tag>
  return <Tag tone="accent">{isMine ? text('needs.claimedByMe') : text('needs.claimed', { name: nameOf(claimedBy) })}</Tag>
}

function Step({ id, step, isMain = false, children }: { id: string; step: NeedStep; isMain?: boolean; children: ReactNode }) {
  const { mutate, isPending } = useNeedStep()
  return (
    <Button variant={isMain ? 'filled' : 'default'} loading={isPending} onClick={() => mutate({ id, step })}>
      {children}
    </Button>
  )
}
