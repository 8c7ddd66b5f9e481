import { DEVICE_CHECKS, type MemberDevice, type MemberReadiness } from '@noroshi/contract/devices/devices.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { listText } from '../../../platform/language/list-text.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import css from '../../../shared/admin/admin.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import own from './member-devices.module.css'

/** Members with their devices and their last alarm. */
export function MemberDevices({ members }: { members: readonly MemberReadiness[] }) {
  const text = useText()
  const rows = members.map((member) => ({ ...member, id: member.user.id }))
  const columns = [
    {
      key: 'member',
      label: text('devices.member'),
      area: 'head' as const,
      cell: ({ user }: MemberReadiness) => (
        <span className={css.person}>
          <Avatar person={user} size={36} />
          <b translate="no">{nameOf(user)}</b>
        </span>
      ),
    },
    {
      key: 'alarm',
      label: text('devices.lastAlarm'),
      cell: (member: MemberReadiness) => <LastAlarm member={member} />,
    },
    {
      key: 'ready',
      label: text('devices.lastReady'),
      cell: ({ lastReadyAt }: MemberReadiness) => <LastReady at={lastReadyAt} />,
    },
    {
      key: 'devices',
      label: text('devices.devices'),
      cell: ({ devices }: MemberReadiness) =>
        devices.length === 0 ? (
          <span>{text('devices.none')}</span>
        ) : (
          <ul className={own.devices}>
            {devices.map((device, index) => (
              <li key={index}>
                <Device device={device} />
              </li>
            ))}
          </ul>
        ),
    },
  ]
  return <DataTable label={text('devices.title')} columns={columns} rows={rows} />
}

function LastReady({ at }: { at: string | null }) {
  const text = useText()
  const language = useLanguage()
  if (at === null) return <span className={own.short}>{text('devices.never')}</span>
  return <time dateTime={at}>{fullDateTime(at, language)}</time>
}

function LastAlarm({ member: { lastAlarm } }: { member: MemberReadiness }) {
  const text = useText()
  const language = useLanguage()
  if (lastAlarm === null) return <span className={own.short}>{text('devices.noAlarm')}</span>
  const { alarmedAt, deliveredAt, endedEarlyAt, isDrill } = lastAlarm
  const time = fullDateTime(alarmedAt, language)
  return (
    <span className={own.stack}>
      <Tag tone={deliveredAt === null ? 'warn' : 'ok'}>
        {text(deliveredAt === null ? 'devices.lastAlarm.notReached' : 'devices.lastAlarm.reached')}
      </Tag>
      <time dateTime={alarmedAt}>{isDrill ? text('devices.drillAt', { time }) : time}</time>
      {endedEarlyAt !== null && (
        <time dateTime={endedEarlyAt}>{text('devices.endedEarly', { time: fullDateTime(endedEarlyAt, language) })}</time>
      )}
    </span>
  )
}

function Device({ device: { name, isConnected, lastUsedAt, hasPush, report } }: { device: MemberDevice }) {
  const text = useText()
  const language = useLanguage()
  const missing = report === null ? [] : DEVICE_CHECKS.filter((check) => report.checks[check] !== 'good')
  const names = listText(
    missing.map((check) => text(`devices.check.${check}`)),
    language,
  )
  const facts = [
    isConnected ? text('devices.connected') : text('devices.usedAt', { time: fullDateTime(lastUsedAt, language) }),
    text(hasPush ? 'devices.push' : 'devices.noPush'),
    report === null && text('devices.noReport'),
    report !== null && (missing.length === 0 ? text('devices.allGood') : text('devices.problems', { names })),
    report !== null && report.checkedAt !== null && text('devices.checkedAt', { time: fullDateTime(report.checkedAt, language) }),
  ]
  return (
    <span className={own.stack}>
      <b>{name || text('devices.unknown')}</b>
      {facts
        .filter((fact) => fact !== false)
        .map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
    </span>
  )
}
