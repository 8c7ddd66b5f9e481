import { Button } from '@mantine/core'
import { IconDownload, IconLink, IconPrinter } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { type AskedPerson, PeopleFilter, type RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { useLanguage, useText, withTexts } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import formCss from '../../../ui/forms/form.module.css'
import { saveFile } from '../../../ui/forms/save-file.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { usePrintOnMount } from '../../../ui/layout/use-print-on-mount.ts'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { toastError } from '../../../ui/states/toast.tsx'
import { allPeople, type PeopleChoice, peopleQuery } from '../roll-calls.queries.ts'
import { AskedPersonRow } from './asked-person-row.tsx'
import { PersonDialog, type PersonDialogKind } from './asked-person-dialog.tsx'
import css from '../components/roll-calls.module.css'

const LinksDialog = lazy(() =>
  withTexts(() => import('./links-dialog.tsx'), 'admin').then(({ LinksDialog: dialog }) => ({ default: dialog })),
)

const filters = PeopleFilter.options

/** The dialog about a person that is open. */
interface OpenDialog {
  readonly kind: PersonDialogKind
  readonly person: Person
}

/** The asked people with their answers, for the keepers of a roll-call. */
export function AskedPeople({ rollCall }: { rollCall: RollCallForViewer }) {
  const text = useText()
  const [choice, setChoice] = useState<PeopleChoice>({ filter: 'all', threadId: null })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  /** The whole list while it is printed: the list on the screen may have its first pages only. */
  const [printed, setPrinted] = useState<readonly AskedPerson[] | null>(null)
  const { groups } = rollCall.audience
  return (
    <Card className={css.part}>
      <h2>{text('rollCalls.people')}</h2>
      <div className={formCss.pair}>
        <ChoiceField
          label={text('rollCalls.filter')}
          data={filters.map((value) => ({
            value,
            label: text(value === 'all' ? 'rollCalls.all' : `rollCalls.state.${value}`),
          }))}
          value={choice.filter}
          onChange={({ currentTarget: { value } }) =>
            setChoice({ ...choice, filter: filters.find((filter) => filter === value) ?? 'all' })
          }
        />
        {groups.length > 1 && (
          <ChoiceField
            label={text('rollCalls.group')}
            data={[
              { value: '', label: text('rollCalls.allGroups') },
              ...groups.map(({ threadId, name }) => ({ value: threadId, label: name })),
            ]}
            value={choice.threadId ?? ''}
            onChange={({ currentTarget }) => setChoice({ ...choice, threadId: currentTarget.value || null })}
          />
        )}
      </div>
      <Outputs rollCall={rollCall} choice={choice} onPrint={setPrinted} />
      {printed === null ? (
        <People key={JSON.stringify(choice)} rollCall={rollCall} choice={choice} onOpen={setDialog} />
      ) : (
        <PrintedPeople rollCall={rollCall} people={printed} onOpen={setDialog} onPrinted={() => setPrinted(null)} />
      )}
      {dialog && <PersonDialog rollCall={rollCall} {...dialog} onClose={() => setDialog(null)} />}
    </Card>
  )
}

interface Props {
  rollCall: RollCallForViewer
  choice: PeopleChoice
}

/** The list as a file and on paper, each with the people of all pages. */
function Outputs({ rollCall, choice, onPrint }: Props & { onPrint: (people: readonly AskedPerson[]) => void }) {
  const text = useText()
  const language = useLanguage()
  const { mutate, isPending } = useMutation({
    meta: { isHandled: true },
    mutationFn: async () => {
      const { peopleCsv } = await import('./people-csv.ts')
      saveFile(peopleCsv(rollCall, await allPeople(rollCall.id, choice), language, text), `${rollCall.title}.csv`)
    },
    onError: () => toastError(text('rollCalls.exportFailed')),
  })
  const print = useMutation({
    meta: { isHandled: true },
    mutationFn: () => allPeople(rollCall.id, choice),
    onSuccess: onPrint,
    onError: () => toastError(text('rollCalls.exportFailed')),
  })
  const [hasLinks, setHasLinks] = useState(false)
  return (
    <span className={css.buttons}>
      {rollCall.closedAt === null && (
        <Button
          variant="default"
          leftSection={<IconLink size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => setHasLinks(true)}
        >
          {text('rollCalls.linksOfSilent')}
        </Button>
      )}
      <Suspense>{hasLinks && <LinksDialog rollCall={rollCall} choice={choice} onClose={() => setHasLinks(false)} />}</Suspense>
      <Button
        variant="default"
        leftSection={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {text('rollCalls.export')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />}
        loading={print.isPending}
        onClick={() => print.mutate()}
      >
        {text('rollCalls.print')}
      </Button>
    </span>
  )
}

function People({ rollCall, choice, onOpen }: Props & { onOpen: (dialog: OpenDialog) => void }) {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    peopleQuery(rollCall.id, choice),
  )
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('rollCalls.peopleFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  return (
    <>
      <Rows rollCall={rollCall} people={data.pages.flatMap(({ items }) => items)} onOpen={onOpen} />
      {hasNextPage && (
        <LoadMore label={text('rollCalls.loadMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}

interface RowsProps {
  rollCall: RollCallForViewer
  people: readonly AskedPerson[]
  onOpen: (dialog: OpenDialog) => void
}

function Rows({ rollCall, people, onOpen }: RowsProps) {
  const text = useText()
  if (people.length === 0) return <p>{text('rollCalls.noPeople')}</p>
  return (
    <ul className={css.people}>
      {people.map((asked) => (
        <AskedPersonRow
          key={asked.person.id}
          rollCall={rollCall}
          asked={asked}
          onOpen={(kind) => onOpen({ kind, person: asked.person })}
        />
      ))}
    </ul>
  )
}

/** People who are printed as soon as they are rendered. */
function PrintedPeople({ onPrinted, ...rows }: RowsProps & { onPrinted: () => void }) {
  usePrintOnMount(onPrinted)
  return <Rows {...rows} />
}
