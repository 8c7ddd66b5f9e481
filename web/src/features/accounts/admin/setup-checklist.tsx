import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Setup, SetupItem } from '@noroshi/contract/accounts/setup.http'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useChangeSetup } from './setup.queries.ts'
import css from './setup-checklist.module.css'

/** The screen of each item. */
const itemPaths: Record<SetupItem, typeof paths.adminSettings | typeof paths.adminAlertGroups | typeof paths.adminMap> = {
  unitName: paths.adminSettings,
  people: paths.adminSettings,
  alertGroups: paths.adminAlertGroups,
  map: paths.adminMap,
}
/** Items that need no change: an administrator can confirm them as they are. */
const confirmable: readonly SetupItem[] = ['alertGroups', 'map']

/** The set-up checklist of a new server, until it is done or an administrator hides it. */
export function SetupChecklist({ setup: { items } }: { setup: Setup }) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useChangeSetup()
  const done = items.filter(({ isDone }) => isDone).length
  return (
    <Card className={css.card}>
      <div className={css.head}>
        <h2>{text('setup.title')}</h2>
        <span>{text('setup.progress', { done, count: items.length })}</span>
      </div>
      <ul className={css.list}>
        {items.map(({ item, isDone }) => (
          <Item key={item} item={item} isDone={isDone} isBusy={isPending} onConfirm={() => mutate({ confirmed: [item] })} />
        ))}
      </ul>
      <Button variant="subtle" className={css.hide} onClick={() => setAsking(true)}>
        {text('setup.dismiss')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate({ isDismissed: true })}
        title={text('setup.dismissConfirm')}
        confirmLabel={text('setup.dismiss')}
        isBusy={isPending}
      >
        <p>{text('setup.dismissNote')}</p>
      </ConfirmDialog>
    </Card>
  )
}

interface ItemProps {
  item: SetupItem
  isDone: boolean
  isBusy: boolean
  onConfirm: () => void
}

function Item({ item, isDone, isBusy, onConfirm }: ItemProps) {
  const text = useText()
  const label = text(`setup.${item}`)
  const to = itemPaths[item]
  return (
    <li className={css.item} data-done={isDone || undefined}>
      <span className={css.mark} role="img" aria-label={text(isDone ? 'setup.done' : 'setup.open')}>
        {isDone && <IconCheck size={18} stroke={2.5} aria-hidden="true" />}
      </span>
      <span className={css.text}>
        {isDone ? <b>{label}</b> : <Link to={to}>{label}</Link>}
        {!isDone && <small>{text(`setup.${item}.note`)}</small>}
      </span>
      {!isDone && confirmable.includes(item) && (
        <Button
          variant="default"
          mih={44}
          px="sm"
          disabled={isBusy}
          aria-label={text('setup.confirmOf', { item: label })}
          onClick={onConfirm}
        >
          {text('setup.confirm')}
        </Button>
      )}
    </li>
  )
}
