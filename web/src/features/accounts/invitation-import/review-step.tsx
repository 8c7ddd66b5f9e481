import { Button, Radio, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { InvitationForm } from '@noroshi/contract/accounts/unit.http'
import { LANGUAGES, knownLanguage, LOCALES } from '@noroshi/contract/i18n'
import { INVITATION_DAYS_MAX } from '@noroshi/contract/limits'
import { parseWhole } from '@noroshi/contract/text/numbers'
import { type Text, useLanguage, useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import fieldsCss from '../../../ui/forms/form.module.css'
import type { Reviewed } from './import-dialog.tsx'
import { sendBatch } from './invitation-import.queries.ts'
import { createInvitationRun, type InvitationRun, sleep } from './invitation-run.ts'
import { type ListedRow, RowList } from './row-list.tsx'
import { StepTitle } from './step-title.tsx'

interface Props {
  reviewed: Reviewed
  onBack: () => void
  onRun: (run: InvitationRun) => void
}

/** Shows the rows with their problems, asks what to do with earlier invitations, and starts. */
export function ReviewStep({ reviewed, onBack, onRun }: Props) {
  const text = useText()
  const pageLanguage = useLanguage()
  const [replaces, setReplaces] = useState(false)
  const [isMailed, setMailed] = useState(reviewed.sendsMail)
  const [mailLanguage, setMailLanguage] = useState(pageLanguage)
  const [days, setDays] = useState('14')
  const [shown, setShown] = useState<'all' | 'bad'>('all')
  const expiresInDays = parseWhole(days) ?? Number.NaN
  const areDaysGood = InvitationForm.shape.expiresInDays.safeParse(expiresInDays).success
  const { people, statuses } = reviewed
  const earlier = people.filter(({ number }) => statuses.get(number) === 'invited').length
  const isInvited = (number: number) => {
    const status = statuses.get(number)
    return status === 'free' || (replaces && status === 'invited')
  }
  const chosen = people.filter(({ number }) => isInvited(number))
  const listed = shown === 'all' ? people : people.filter(({ number }) => !isInvited(number))
  const start = () => {
    const options = { expiresInDays, replaces, mailLanguage: isMailed ? mailLanguage : null }
    onRun(createInvitationRun(chosen, options, { send: sendBatch, sleep, now: Date.now }))
  }
  return (
    <div className={fieldsCss.fields}>
      <StepTitle>{text('invitationImport.review')}</StepTitle>
      <p role="status">
        <b>{text('invitationImport.ready', { count: chosen.length })}</b>
        <br />
        {text('invitationImport.bad', { count: people.length - chosen.length })}
      </p>
      {earlier > 0 && (
        <Radio.Group
          label={text('invitationImport.earlier', { count: earlier })}
          value={replaces ? 'replace' : 'skip'}
          onChange={(value) => setReplaces(value === 'replace')}
        >
          <div className={fieldsCss.choices}>
            <Radio value="skip" label={text('invitationImport.skip')} />
            <Radio value="replace" label={text('invitationImport.replace')} />
          </div>
        </Radio.Group>
      )}
      {reviewed.sendsMail ? (
        <Switch
          label={text('invitationImport.byMail')}
          checked={isMailed}
          onChange={({ currentTarget }) => setMailed(currentTarget.checked)}
        />
      ) : (
        <p>{text('invitationImport.linksOnly')}</p>
      )}
      <div className={fieldsCss.pair}>
        {isMailed && (
          <ChoiceField
            label={text('invitationImport.mailLanguage')}
            value={mailLanguage}
            onChange={({ currentTarget: { value } }) => setMailLanguage(knownLanguage(value))}
            data={LANGUAGES.map((value) => ({ value, label: LOCALES[value].name }))}
          />
        )}
        <TextInput
          label={text('invitations.days')}
          type="number"
          min={1}
          max={INVITATION_DAYS_MAX}
          inputMode="numeric"
          value={days}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
          error={!areDaysGood && text('unit.invitation.daysInvalid')}
        />
      </div>
      <section className={fieldsCss.fields}>
        <ChoiceField
          label={text('invitationImport.show')}
          value={shown}
          onChange={({ currentTarget: { value } }) => setShown(value === 'bad' ? 'bad' : 'all')}
          data={[
            { value: 'all', label: text('invitationImport.showAll') },
            { value: 'bad', label: text('invitationImport.showBad') },
          ]}
        />
        <RowList key={shown} rows={listed.map((person) => listedRow(reviewed, person, text))} />
      </section>
      <div className={fieldsCss.buttons} data-toast-clear>
        <Button variant="default" onClick={onBack}>
          {text('chrome.back')}
        </Button>
        <Button disabled={chosen.length === 0 || !areDaysGood} onClick={start}>
          {text('invitationImport.invite', { count: chosen.length })}
        </Button>
      </div>
    </div>
  )
}

function listedRow({ statuses }: Reviewed, person: Reviewed['people'][number], text: Text): ListedRow {
  if (person.problem !== null) return { person, note: person.problem, tone: 'warn' }
  const status = statuses.get(person.number)
  if (status === 'member' || status === 'invited') return { person, note: text(`invitationImport.${status}`), tone: 'warn' }
  return { person, note: person.remark ?? text('invitationImport.good'), tone: person.remark === null ? 'ok' : 'plain' }
}
