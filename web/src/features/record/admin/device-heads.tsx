import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recordRoutes } from '@noroshi/contract/record/record.http'
import { call } from '../../../platform/connection/http.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { saveFile } from '../../../ui/forms/save-file.ts'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { haveContradiction, keepHeads, storedHeads } from '../stored-heads.ts'
import css from '../components/record.module.css'

/** Keeps the newest heads of the server, and returns all of this device. Without a connection these are the stored ones. */
async function readHeads() {
  const { items } = await call(recordRoutes.heads, { query: {} }).catch(() => ({ items: [] }))
  if (items.length > 0) await keepHeads(items)
  return storedHeads()
}

/** The signed states of records that this device keeps, and whether the server contradicts them. */
export function DeviceHeads() {
  const text = useText()
  const language = useLanguage()
  const { data: heads, error, refetch } = useQuery({ queryKey: ['admin', 'recordHeads'], queryFn: readHeads })
  const newest = heads
    ?.map(({ at }) => at)
    .toSorted()
    .at(-1)
  return (
    <div className={css.below}>
      <Card className={css.column}>
        <h2>{text('recordHeads.title')}</h2>
        <p className={css.quiet}>{text('recordHeads.about')}</p>
        {!heads && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={1} />)}
        {heads && haveContradiction(heads) && <Notice role="alert">{text('recordHeads.conflict')}</Notice>}
        {heads && newest === undefined && <p>{text('recordHeads.none')}</p>}
        {heads && newest !== undefined && (
          <>
            <p>
              {text('recordHeads.count', { count: heads.length })}
              {' · '}
              {text('recordHeads.newest', { time: fullDateTime(newest, language) })}
            </p>
            <span className={css.buttons}>
              <Button
                variant="default"
                onClick={() =>
                  saveFile(new Blob([JSON.stringify({ heads })], { type: 'application/json' }), 'noroshi-proofs.json')
                }
              >
                {text('recordHeads.download')}
              </Button>
            </span>
          </>
        )}
      </Card>
    </div>
  )
}
