import { Button, FileButton } from '@mantine/core'
import { useRef } from 'react'

interface Props {
  label: string
  /** Endings of names, separated by commas. */
  accept: string
  isBusy: boolean
  onChoose: (file: File) => void
}

/** A button that chooses a file of this device. The same file can be chosen twice. */
export function FileChooser({ label, accept, isBusy, onChoose }: Props) {
  const resetInput = useRef<() => void>(null)
  const choose = (file: File | null) => {
    resetInput.current?.()
    if (file) onChoose(file)
  }
  return (
    <FileButton accept={accept} onChange={choose} resetRef={resetInput} inputProps={{ 'aria-label': label }}>
      {(button) => (
        <Button {...button} variant="default" loading={isBusy}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}
