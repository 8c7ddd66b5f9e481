import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { useObservable } from '../../../platform/observable.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import fieldsCss from '../../../ui/forms/form.module.css'
import { saveFile } from '../../../ui/forms/save-file.ts'
import { Notice } from '../../../ui/states/notice.tsx'
import { invitationsQuery } from '../admin/unit.queries.ts'
import type { Reviewed } from './import-dialog.tsx'
import type { InvitationRun } from './invitation-run.ts'
import { PersonalLinksSheet } from './personal-links-sheet.tsx'
import { csvOf } from '../../../shared/admin/csv-file.ts'
import { RowList } from './row-list.tsx'
import { cellsOf, headerOf, isMailed, linksOf, listedRowOf } from './run-results.ts'
import { RunProgress } from './run-progress.tsx'
import { StepTitle } from './step-title.tsx'

interface Props {
  run: InvitationRun
  reviewed: Reviewed
  /** Whether closing would lose something: links that only this page has, or rows that are not invited yet. */
  onUnsaved: (hasUnsaved: boolean) => void
}

/** Shows the progress and the result of each row. */
export function RunStep({ run, reviewed, onUnsaved }: Props) {
  const text = useText()
  const language = useLanguage()
  const cache = useQueryClient()
  const state = useObservable(run.state)
  const [savedLinks, setSavedLinks] = useState(0)
  const [isPrinting, setPrinting] = useState(false)
  const [shown, setShown] = useState<'all' | 'open'>('all')
  const { phase, results } = state
  const { people } = reviewed
  const isOver = phase === 'done' || phase === 'stopped'
  const links = linksOf(people, results)
  const areLinksSaved = links.length === savedLinks
  const hasUnsaved = phase !== 'done' || !areLinksSaved
  useEffect(() => onUnsaved(hasUnsaved), [hasUnsaved, onUnsaved])
  useEffect(() => {
    run.start()
    return () => run.stop()
  }, [run])
  useEffect(() => {
    if (isOver) void cache.invalidateQueries({ queryKey: invitationsQuery.queryKey })
  }, [isOver, cache])

  const download = () => {
    const rows = people.map((person) => cellsOf(reviewed, person, results, { text, language }))
    saveFile(csvOf(headerOf(text), rows), text('invitationImport.fileName'))
    setSavedLinks(links.length)
  }
  const listed = shown === 'all' ? people : people.filter(({ number }) => !isMailed(results.get(number)))
  const createdCount = [...results.values()].filter(({ status }) => status === 'created').length
  return (
    <div className={fieldsCss.fields}>
      <StepTitle>{text(phase === 'done' ? 'invitationImport.result' : 'invitationImport.inviting')}</StepTitle>
      <RunProgress run={run} state={state} />
      <p role="status">{isOver && <b>{text('invitationImport.created', { count: createdCount })}</b>}</p>
      {isOver && !areLinksSaved && <Notice role="alert">{text('invitationImport.notMailed', { count: links.length })}</Notice>}
      {isOver && (
        <div className={fieldsCss.buttons} data-toast-clear>
          <Button leftSection={<IconDownload size={20} stroke={1.75} aria-hidden="true" />} onClick={download}>
            {text('invitationImport.download')}
          </Button>
          {links.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />}
              loading={isPrinting}
              onClick={() => setPrinting(true)}
            >
              {text('invitationImport.print')}
            </Button>
          )}
        </div>
      )}
      <ChoiceField
        label={text('invitationImport.show')}
        value={shown}
        onChange={({ currentTarget: { value } }) => setShown(value === 'open' ? 'open' : 'all')}
        data={[
          { value: 'all', label: text('invitationImport.showAll') },
          { value: 'open', label: text('invitationImport.showOpen') },
        ]}
      />
      <RowList key={shown} rows={listed.map((person) => listedRowOf(reviewed, person, results, text))} />
      {isPrinting && (
        <PersonalLinksSheet
          links={links}
          onPrinted={() => {
            setPrinting(false)
            setSavedLinks(links.length)
          }}
        />
      )}
    </div>
  )
}
