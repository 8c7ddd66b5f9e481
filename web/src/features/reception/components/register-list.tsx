import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Place } from '@noroshi/contract/places/places.http'
import { NEEDS, type RegisteredPerson, type ShelterRole } from '@noroshi/contract/reception/people'
import { RegisterFilter } from '@noroshi/contract/reception/reception.http'
import { SEARCH_MAX } from '@noroshi/contract/limits'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import formCss from '../../../ui/forms/form.module.css'
import { saveFile } from '../../../ui/forms/save-file.ts'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { usePrintOnMount } from '../../../ui/layout/use-print-on-mount.ts'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { toastError } from '../../../ui/states/toast.tsx'
import { allRegistered } from '../all-registered.ts'
import { type RegisterChoice, registerQuery } from '../reception.queries.ts'
import { useSettledText } from '../use-settled-text.ts'
import { Doubles } from './doubles.tsx'
import { EveningCount } from './evening-count.tsx'
import { RegisterRow } from './register-row.tsx'
import css from './reception.module.css'

const FILTERS = RegisterFilter.options

interface Props {
  readonly place: Place
  readonly role: ShelterRole
}

/** The register of a shelter, with filters, search, file and paper. */
export function Register({ place, role }: Props) {
  const text = useText()
  const [choice, setChoice] = useState<RegisterChoice>({ filter: 'all', need: null, text: '' })
  /** The whole list while it is printed: the list on the screen may have its first pages only. */
  const [printed, setPrinted] = useState<readonly RegisteredPerson[] | null>(null)
  const [isComposing, setComposing] = useState(false)
  // Each request of the register is an entry of the audit log.
  const shown = { ...choice, text: useSettledText(choice.text, isComposing) }
  return (
    <>
      <Doubles placeId={place.id} />
      <EveningCount placeId={place.id} />
      <Card className={css.part}>
        <h2>{text('reception.register')}</h2>
        <p className={css.quiet}>{text('reception.registerNote')}</p>
        <div onCompositionStart={() => setComposing(true)} onCompositionEnd={() => setComposing(false)}>
          <SearchField
            label={text('reception.searchHint')}
            clearLabel={text('reception.clear')}
            maxLength={SEARCH_MAX}
            value={choice.text}
            onChange={(query) => setChoice({ ...choice, text: query })}
          />
        </div>
        <div className={formCss.pair}>
          <ChoiceField
            label={text('reception.filter')}
            data={FILTERS.map((value) => ({ value, label: text(`reception.filter.${value}`) }))}
            value={choice.filter}
            onChange={({ currentTarget: { value } }) =>
              setChoice({ ...choice, filter: FILTERS.find((filter) => filter === value) ?? 'all' })
            }
          />
          <ChoiceField
            label={text('reception.needFilter')}
            data={[
              { value: '', label: text('reception.anyNeed') },
              ...NEEDS.map((value) => ({ value, label: text(`reception.need.${value}`) })),
            ]}
            value={choice.need ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setChoice({ ...choice, need: NEEDS.find((need) => need === value) ?? null })
            }
          />
        </div>
        <Outputs place={place} choice={choice} onPrint={setPrinted} />
        {printed === null ? (
          <People place={place} role={role} choice={shown} />
        ) : (
          <PrintedPeople place={place} role={role} people={printed} onPrinted={() => setPrinted(null)} />
        )}
      </Card>
    </>
  )
}

interface OutputsProps {
  readonly place: Place
  readonly choice: RegisterChoice
  readonly onPrint: (people: readonly RegisteredPerson[]) => void
}

/** The list as a file and on paper, each with the people of all pages. */
function Outputs({ place, choice, onPrint }: OutputsProps) {
  const text = useText()
  const language = useLanguage()
  const { mutate, isPending } = useMutation({
    meta: { isHandled: true },
    mutationFn: async () => {
      const { registerCsv } = await import('../register-csv.ts')
      saveFile(registerCsv(await allRegistered(place.id, choice), language, text), `${place.name}.csv`)
    },
    onError: () => toastError(text('reception.exportFailed')),
  })
  const print = useMutation({
    meta: { isHandled: true },
    mutationFn: () => allRegistered(place.id, choice),
    onSuccess: onPrint,
    onError: () => toastError(text('reception.registerFailed')),
  })
  return (
    <span className={css.buttons}>
      <Button
        variant="default"
        leftSection={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {text('reception.export')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />}
        loading={print.isPending}
        onClick={() => print.mutate()}
      >
        {text('reception.print')}
      </Button>
    </span>
  )
}

function People({ place, role, choice }: Props & { choice: RegisterChoice }) {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    registerQuery(place.id, choice),
  )
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('reception.registerFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  return (
    <>
      <Rows place={place} role={role} people={data.pages.flatMap(({ items }) => items)} />
      {hasNextPage && (
        <LoadMore label={text('reception.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}

interface RowsProps extends Props {
  readonly people: readonly RegisteredPerson[]
}

function Rows({ place, role, people }: RowsProps) {
  const text = useText()
  if (people.length === 0) return <p>{text('reception.noOne')}</p>
  return (
    <ul className={css.rows}>
      {people.map((person) => (
        <RegisterRow key={person.id} placeId={place.id} role={role} person={person} />
      ))}
    </ul>
  )
}

/** People who are printed as soon as they are rendered. */
function PrintedPeople({ onPrinted, ...rows }: RowsProps & { onPrinted: () => void }) {
  usePrintOnMount(onPrinted)
  return <Rows {...rows} />
}
