import { SOURCE_KEPT_DAYS } from '@noroshi/contract/limits'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import type { Selection } from './anonymous-alerts.queries.ts'
import css from '../../../shared/admin/admin.module.css'
import { AlertSources } from './alert-sources.tsx'
import { MutedAlerts } from './muted-alerts.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import { TimeSpan } from './time-span-field.tsx'

/** Anonymous alerts by source and by time, with the actions against a flood of false alarms, and the muted alerts. */
export function AnonymousAlerts() {
  const text = useText()
  const [selection, setSelection] = useState<Selection | null>(null)
  return (
    <>
      <section aria-labelledby="alert-sources">
        <div className={css.head}>
          <h2 id="alert-sources">{text('anonymousAlerts.sources')}</h2>
        </div>
        <p className={css.note}>{text('anonymousAlerts.note', { days: SOURCE_KEPT_DAYS })}</p>
        <AlertSources onResolve={(sourceId) => setSelection({ sourceId })} />
      </section>
      <section className={css.part} aria-labelledby="alerts-by-time">
        <div className={css.head}>
          <h2 id="alerts-by-time">{text('anonymousAlerts.byTime')}</h2>
        </div>
        <p className={css.note}>{text('anonymousAlerts.byTimeNote')}</p>
        <TimeSpan onChosen={setSelection} />
      </section>
      <section className={css.part} aria-labelledby="muted-alerts">
        <div className={css.head}>
          <h2 id="muted-alerts">{text('anonymousAlerts.mutedAlerts')}</h2>
        </div>
        <p className={css.note}>{text('anonymousAlerts.mutedNote')}</p>
        <MutedAlerts />
      </section>
      {selection !== null && <ResolveDialog selection={selection} onClose={() => setSelection(null)} />}
    </>
  )
}
