import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { CopyLine } from '../../../shared/admin/copy-line.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import formCss from '../../../ui/forms/form.module.css'
import { toastError, toastSuccess } from '../../../ui/states/toast.tsx'
import { createAnswerLinks, useCreateAnswerLink } from '../roll-calls.changes.ts'

interface Props {
  rollCallId: string
  person: Person
  onClose: () => void
}

/** Makes a link with which a person answers without sign-in, and shows it once. */
export function LinkDialog({ rollCallId, person, onClose }: Props) {
  const text = useText()
  const { mutate, isPending, data: made } = useCreateAnswerLink(rollCallId, person.id)
  const mail = useMutation({
    mutationFn: () => createAnswerLinks(rollCallId, [person.id], true),
    onSuccess: ({ items }) => {
      if (items[0]?.mail !== 'sent') return toastError(text('rollCalls.mailFailed'))
      toastSuccess('rollCalls.mailSent')
      onClose()
    },
  })
  // Its mail was not sent, and the links before it have ended.
  const unsent = mail.data?.items[0]?.link ?? null
  const data = mail.data && unsent !== null ? { ...mail.data, link: unsent } : made
  return (
    <Dialog isOpen onClose={onClose} title={text('rollCalls.link', { name: nameOf(person) })}>
      <div className={formCss.fields}>
        <p>{text('rollCalls.linkHint')}</p>
        {data ? (
          <CopyLine ownLink={data} />
        ) : (
          <div className={formCss.buttons}>
            <Button variant="default" loading={mail.isPending} onClick={() => mail.mutate()}>
              {text('rollCalls.sendMail')}
            </Button>
            <Button loading={isPending} onClick={() => mutate()} data-autofocus>
              {text('rollCalls.makeLink')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
