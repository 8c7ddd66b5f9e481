import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { unitQuery } from '../features/accounts/accounts.queries.ts'
import { AlertBoard } from '../features/alerts/board/alert-board.tsx'
import { AlertMemberList } from '../features/alerts/components/alert-member-list.tsx'
import { RaiseForButton } from '../features/alerts/sos/raise-for-button.tsx'
import { PushHint } from '../features/push/components/push-hint.tsx'
import { useText } from '../platform/language/i18n.ts'
import { readStored, writeStored } from '../platform/session/storage.ts'
import { Screen } from '../ui/layout/screen.tsx'
import type { MapShapeView } from '../ui/map/map-types.ts'
import css from './alerts.module.css'
import { NoticeShapes } from './map/notice-shapes.tsx'

const tabs = ['alerts', 'members'] as const
/** This device stores the active tab of a page (specification, section 3). */
const TAB_KEY = 'activeTab:/alerts'

const noShapes: readonly MapShapeView[] = []

/** The alerts that the user receives, and the members of the user's alert groups. */
export function AlertsScreen() {
  const text = useText()
  const { data: unit } = useQuery(unitQuery)
  const [tab, setTab] = useState(() => tabs.find((each) => each === readStored(TAB_KEY)) ?? 'alerts')
  const [noticeShapes, setNoticeShapes] = useState(noShapes)
  const [noticeNote, setNoticeNote] = useState<string | null>(null)
  const showNotices = useCallback((shapes: readonly MapShapeView[], note: string | null) => {
    setNoticeShapes(shapes)
    setNoticeNote(note)
  }, [])
  const change = (next: string | null) => {
    const chosen = tabs.find((each) => each === next) ?? 'alerts'
    writeStored(TAB_KEY, chosen)
    setTab(chosen)
  }
  return (
    <Screen title={text('alerts.title')}>
      <div className={css.content}>
        <PushHint />
        <Tabs value={tab} onChange={change} keepMounted={false}>
          <Tabs.List grow>
            <Tabs.Tab value="alerts">{text('alerts.title')}</Tabs.Tab>
            <Tabs.Tab value="members">{text('alerts.members')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="alerts" className={css.panel}>
            <div className={css.raise}>
              <RaiseForButton />
            </div>
            <NoticeShapes onShapes={showNotices} />
            <AlertBoard unit={unit} noticeShapes={noticeShapes} noticeNote={noticeNote} />
          </Tabs.Panel>
          <Tabs.Panel value="members" className={css.panel} data-narrow>
            <AlertMemberList />
          </Tabs.Panel>
        </Tabs>
      </div>
    </Screen>
  )
}
