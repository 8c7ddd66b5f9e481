import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { toastError } from '../../../ui/states/toast.tsx'
import { exportAuditRecord, saveRecord, saveVerifier } from './export-files.ts'
import css from '../components/record.module.css'

/** Saves the record of the audit log, and the verifier. */
export function ExportAudit() {
  const text = useText()
  const [count, setCount] = useState(0)
  const { isPending, mutate } = useMutation({
    mutationFn: () => exportAuditRecord(setCount),
    onSuccess: saveRecord,
    onError: (error: Error) => toastError(text('recordExport.failed'), error.message),
  })
  return (
    <div className={`${css.buttons} ${css.tools}`}>
      <Button
        variant="default"
        loading={isPending}
        leftSection={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => mutate()}
      >
        {text('recordExport.audit')}
      </Button>
      <Button variant="default" onClick={() => void saveVerifier()}>
        {text('recordExport.verifier')}
      </Button>
      {isPending && count > 0 && <p role="status">{text('recordExport.progress', { count })}</p>}
    </div>
  )
}
