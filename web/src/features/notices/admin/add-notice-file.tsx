import { ActionIcon, FileButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { NOTICE_FILE_MAX, type NoticeSource, noticeSourceRoutes } from '@noroshi/contract/notices/notices.http'
import { call } from '../../../platform/connection/http.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { toastSuccess, toastWarning } from '../../../ui/states/toast.tsx'
import { noticeSourcesQuery } from './notices-admin.queries.ts'

/** Adds a notice from a file of this device. The server says why it refuses one. */
export function AddNoticeFile({ source: { id, name } }: { source: NoticeSource }) {
  const text = useText()
  const cache = useQueryClient()
  const resetInput = useRef<() => void>(null)
  const add = useMutation({
    mutationFn: async (file: File) => call(noticeSourceRoutes.addFile, { params: { id }, body: { content: await file.text() } }),
    onSuccess: ({ isStored }) => {
      if (isStored) toastSuccess('noticeSources.fileStored')
      else toastWarning('noticeSources.fileNotStored')
      return cache.invalidateQueries({ queryKey: noticeSourcesQuery.queryKey })
    },
  })
  const choose = (file: File | null) => {
    resetInput.current?.() // the same file can be chosen after a failure
    if (file === null) return
    if (file.size > NOTICE_FILE_MAX) toastWarning('notices.fileTooLarge')
    else add.mutate(file)
  }
  const label = text('noticeSources.addFile', { name })
  return (
    <FileButton
      accept=".xml,.cap,text/xml,application/xml"
      onChange={choose}
      resetRef={resetInput}
      inputProps={{ 'aria-label': label }}
    >
      {(button) => (
        <ActionIcon {...button} aria-label={label} disabled={add.isPending}>
          <IconFileUpload size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
    </FileButton>
  )
}
