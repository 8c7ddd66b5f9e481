import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TakSharing } from '@noroshi/contract/exchange/tak.http'
import { useText } from '../../../platform/language/i18n.ts'
import form from '../../../ui/forms/form.module.css'
import { Card } from '../../../ui/layout/card.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { takSharingQuery, useShareWithTak } from '../tak-sharing.queries.ts'
import css from './profile.module.css'

/** The user's consent that the own location leaves to rescue teams. Without a TAK server for locations, nothing is asked. */
export function TakSharingCard() {
  const text = useText()
  const { data, error, refetch } = useQuery(takSharingQuery)
  if (!data)
    return (
      error && (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} title={text('tak.sharingUnknown')} />
        </Card>
      )
    )
  return data.recipient !== null && <Consent sharing={data} recipient={data.recipient} />
}

function Consent({ sharing: { isShared, includesNames }, recipient }: { sharing: TakSharing; recipient: string }) {
  const text = useText()
  const { mutate, isPending } = useShareWithTak({ recipient, includesNames })
  return (
    <Card>
      <h3 className={css.title}>
        {text('tak.sharing')} {isShared && <Tag tone="accent">{text('tak.sharingIsOn')}</Tag>}
      </h3>
      <p className={css.note} id="tak-sharing-note">
        {text('tak.sharingNote', { recipient })} {text(includesNames ? 'tak.sharingNames' : 'tak.sharingNoNames')}
      </p>
      <div className={form.choices}>
        <Switch
          size="md"
          label={text('tak.sharingOn', { recipient })}
          aria-describedby="tak-sharing-note"
          checked={isShared}
          disabled={isPending}
          onChange={({ currentTarget }) => mutate(currentTarget.checked)}
        />
      </div>
    </Card>
  )
}
