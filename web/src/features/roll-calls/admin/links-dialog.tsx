import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AskedPerson, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { LINKS_AT_ONCE_MAX } from '@noroshi/contract/roll-calls/roll-calls'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { LinkSheet, type PrintedLink } from '../../../shared/admin/link-sheet.tsx'
import { linkForOthers } from '../../../shared/admin/link-for-others.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import formCss from '../../../ui/forms/form.module.css'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { createAnswerLinks } from '../roll-calls.changes.ts'
import { silentPeopleQuery, type PeopleChoice } from '../roll-calls.queries.ts'

interface Props {
  rollCall: RollCallForViewer
  /** The group whose people get links. */
  choice: PeopleChoice
  onClose: () => void
}

/** Makes links for all people without an answer: by mail, or on paper with QR codes. */
export function LinksDialog({ rollCall, choice, onClose }: Props) {
  const text = useText()
  const { data: people, error, refetch } = useQuery(silentPeopleQuery(rollCall.id, choice.threadId))
  return (
    <Dialog isOpen onClose={onClose} title={text('rollCalls.linksOfSilent')}>
      <div className={formCss.fields}>
        <p>{text('rollCalls.linksHint')}</p>
        {people ? (
          <Links rollCall={rollCall} people={people} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} title={text('rollCalls.peopleFailed')} />
        ) : (
          <ListSkeleton rows={2} />
        )}
      </div>
    </Dialog>
  )
}

/** Makes the links in batches, one after another. @throws ApiError, OfflineError if one of them fails */
async function linksOf(id: string, people: readonly AskedPerson[], isMailed: boolean) {
  const replies: Awaited<ReturnType<typeof createAnswerLinks>>[] = []
  for (let from = 0; from < people.length; from += LINKS_AT_ONCE_MAX) {
    const ids = people.slice(from, from + LINKS_AT_ONCE_MAX).map(({ person }) => person.id)
    replies.push(await createAnswerLinks(id, ids, isMailed))
  }
  return replies
}

function Links({ rollCall, people }: { rollCall: RollCallForViewer; people: readonly AskedPerson[] }) {
  const text = useText()
  const note = text('rollCalls.sheetNote', { title: rollCall.title })
  const [printed, setPrinted] = useState<readonly PrintedLink[] | null>(null)
  const mail = useMutation({ meta: { isHandled: true }, mutationFn: () => linksOf(rollCall.id, people, true) })
  const paper = useMutation({
    meta: { isHandled: true },
    mutationFn: () => linksOf(rollCall.id, people, false),
    onSuccess: (replies) => setPrinted(replies.flatMap((reply) => printedOf(reply, people, [note]))),
  })
  const sent = mail.data?.flatMap(({ items }) => items).filter((item) => item.mail === 'sent').length
  /** The links whose mails were not sent. */
  const unsent = mail.data?.flatMap((reply) => printedOf(reply, people, [note])) ?? []
  const failure = mail.error ?? paper.error
  return (
    <>
      <output>
        {sent === undefined
          ? text('rollCalls.linksCount', { count: people.length })
          : text('rollCalls.linksMailed', { sent, count: people.length })}
      </output>
      {failure && (
        <Notice role="alert">
          {text('rollCalls.linksFailed')} {failure.message}
        </Notice>
      )}
      <div className={formCss.buttons}>
        <Button
          variant="default"
          disabled={people.length === 0 || paper.isPending}
          loading={mail.isPending}
          onClick={() => mail.mutate()}
        >
          {text('rollCalls.mailAll')}
        </Button>
        {unsent.length > 0 && (
          <Button variant="default" loading={printed !== null} onClick={() => setPrinted(unsent)}>
            {text('rollCalls.printUnsent', { count: unsent.length })}
          </Button>
        )}
        <Button
          disabled={people.length === 0 || mail.isPending}
          loading={paper.isPending || printed !== null}
          onClick={() => paper.mutate()}
        >
          {text('rollCalls.printAll')}
        </Button>
      </div>
      {printed && <LinkSheet links={printed} onPrinted={() => setPrinted(null)} />}
    </>
  )
}

/** Returns the links of a reply with the names of their people. */
function printedOf(
  { hosts, httpPort, items }: Awaited<ReturnType<typeof createAnswerLinks>>,
  people: readonly AskedPerson[],
  notes: readonly string[],
): PrintedLink[] {
  return items.flatMap(({ personId, link }) => {
    const asked = people.find(({ person }) => person.id === personId)
    if (link === null || asked === undefined) return []
    const { url } = linkForOthers({ link, hosts, httpPort }, window.location.href)
    return [{ id: personId, name: nameOf(asked.person), notes, url }]
  })
}
