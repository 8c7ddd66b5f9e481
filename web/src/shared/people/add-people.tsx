import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import css from './add-people.module.css'

const AddPeopleDialog = lazy(() => import('./add-people-dialog.tsx').then(({ AddPeopleDialog: dialog }) => ({ default: dialog })))

interface Props {
  label: string
  /** Title of the dialog and name of the button, which contains the label. Default: the label. */
  title?: string
  /** Label of the field that searches for users. */
  question: string
  /** Users that are members already; they are not offered. */
  memberIds: readonly string[]
  /** Calls `onAdded` after a success. */
  onAdd: (userIds: string[], onAdded: () => void) => void
  isBusy: boolean
}

/** The button that adds members, and its dialog. */
export function AddPeople({ label, title = label, ...dialog }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        className={css.add}
        aria-label={title}
        leftSection={<IconUserPlus size={20} stroke={2} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <AddPeopleDialog title={title} onClose={() => setOpen(false)} {...dialog} />
        </Suspense>
      )}
    </>
  )
}
