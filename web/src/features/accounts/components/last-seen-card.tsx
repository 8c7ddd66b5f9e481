import { Switch } from '@mantine/core'
import { lastSeenSharingRoutes } from '@noroshi/contract/accounts/last-seen-sharing.http'
import { call } from '../../../platform/connection/http.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { useChange } from '../../../ui/states/use-change.ts'
import { meQuery } from '../accounts.queries.ts'
import form from '../../../ui/forms/form.module.css'
import css from './profile.module.css'

/** Whether the people of the user's chats see when the user was last here. */
export function LastSeenCard({ isShared }: { isShared: boolean }) {
  const text = useText()
  const { mutate, isPending } = useChange(
    (shared: boolean) => call(lastSeenSharingRoutes.set, { body: { isShared: shared } }),
    (cache, me) => cache.setQueryData(meQuery.queryKey, me),
    'accounts.lastSeenSaved',
  )
  return (
    <Card>
      <h3 className={css.title}>{text('accounts.lastSeen')}</h3>
      <p className={css.note} id="last-seen-note">
        {text('accounts.lastSeenNote')}
      </p>
      <div className={form.choices}>
        <Switch
          size="md"
          label={text('accounts.lastSeenOn')}
          aria-describedby="last-seen-note"
          checked={isShared}
          disabled={isPending}
          onChange={({ currentTarget }) => mutate(currentTarget.checked)}
        />
      </div>
    </Card>
  )
}
