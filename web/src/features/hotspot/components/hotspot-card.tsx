import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { HOTSPOT_NAME } from '@noroshi/contract/hotspot/hotspot.http'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { hotspotQuery, useContinue } from '../hotspot.queries.ts'
import css from './hotspot.module.css'

/** On the Wi-Fi of the server: what it reaches. On its sign-in page: the button that ends it. */
export function HotspotCard() {
  const text = useText()
  const { data: hotspot } = useQuery(hotspotQuery)
  const stay = useContinue()
  if (!hotspot) return null
  return (
    <Card className={css.card}>
      <h2>{text('hotspot.reach')}</h2>
      <p>{text('hotspot.reachNote')}</p>
      {hotspot.isWaiting && (
        <>
          <Button loading={stay.isPending} onClick={() => stay.mutate()}>
            {text('hotspot.continue')}
          </Button>
          <p className={css.note}>{text('hotspot.continueNote', { address: `http://${HOTSPOT_NAME}/` })}</p>
        </>
      )}
    </Card>
  )
}
