import { Button, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { DialogFrame } from '../../../ui/dialogs/dialog-frame.tsx'
import formCss from '../../../ui/forms/form.module.css'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { countQuery, type Selection, useResolveSelected } from './anonymous-alerts.queries.ts'
import own from './anonymous-alerts.module.css'

interface Props {
  selection: Selection
  onClose: () => void
}

/** Counts the active alerts of a selection, says what resolving and dismissing them do, and does it. */
export function ResolveDialog({ selection, onClose }: Props) {
  const text = useText()
  const { data, error, refetch } = useQuery(countQuery(selection))
  const content = data ? (
    <Actions selection={{ ...selection, to: data.to }} count={data.count} onClose={onClose} />
  ) : (
    <Loading error={error} onRetry={() => void refetch()} />
  )
  return (
    <DialogFrame isOpen onClose={onClose} title={text('anonymousAlerts.resolveAll')}>
      {content}
    </DialogFrame>
  )
}

function Loading({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const text = useText()
  if (error) return <ErrorState error={error} onRetry={onRetry} title={text('anonymousAlerts.countFailed')} />
  return (
    <>
      <p className="visually-hidden" role="status">
        {text('anonymousAlerts.counting')}
      </p>
      <ListSkeleton rows={2} />
    </>
  )
}

const actions = ['resolve', 'dismiss'] as const

function Actions({ selection, count, onClose }: Props & { count: number }) {
  const text = useText()
  const [action, setAction] = useState<(typeof actions)[number]>('resolve')
  const { mutate, isPending } = useResolveSelected()
  if (count === 0) {
    return (
      <div className={own.explained}>
        <p role="status">{text('anonymousAlerts.none')}</p>
        <Button variant="default" onClick={onClose} data-autofocus>
          {text('chrome.close')}
        </Button>
      </div>
    )
  }
  return (
    <div className={own.explained}>
      <p role="status">
        <b>{text('anonymousAlerts.count', { count })}</b>
      </p>
      <Radio.Group
        label={text('anonymousAlerts.action')}
        value={action}
        onChange={(value) => setAction(value === 'dismiss' ? 'dismiss' : 'resolve')}
      >
        <div className={formCss.choices}>
          {actions.map((option) => (
            <Radio
              key={option}
              value={option}
              label={text(`anonymousAlerts.${option}`)}
              description={text(`anonymousAlerts.${option}Note`)}
              classNames={{ description: own.hint }}
            />
          ))}
        </div>
      </Radio.Group>
      <p>{text('anonymousAlerts.stops')}</p>
      <div className={formCss.keys} data-toast-clear>
        <Button variant="default" onClick={onClose} data-autofocus>
          {text('chrome.cancel')}
        </Button>
        <Button loading={isPending} onClick={() => mutate({ ...selection, action }, { onSuccess: onClose })}>
          {text(`anonymousAlerts.${action}`)}
        </Button>
      </div>
    </div>
  )
}
