import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  type NoticeRuleForm,
  noticeRuleRoutes,
  type NoticeSourceForm,
  noticeSourceRoutes,
} from '@noroshi/contract/notices/notices.http'
import { call } from '../../../platform/connection/http.ts'
import { REFETCH_MS } from '../../../platform/tuning.ts'
import { useChange } from '../../../ui/states/use-change.ts'

export const noticeSourcesQuery = queryOptions({
  queryKey: ['admin', 'noticeSources'] as const,
  queryFn: () => call(noticeSourceRoutes.list),
  refetchInterval: REFETCH_MS,
})

export const noticeRulesQuery = queryOptions({
  queryKey: ['admin', 'noticeRules'] as const,
  queryFn: () => call(noticeRuleRoutes.list),
  refetchInterval: REFETCH_MS,
})

export const useCreateNoticeSource = () =>
  useChange(
    (body: z.input<typeof NoticeSourceForm>) => call(noticeSourceRoutes.create, { body }),
    (cache) => cache.invalidateQueries({ queryKey: noticeSourcesQuery.queryKey }),
    'admin.saved',
  )

export const useRemoveNoticeSource = () =>
  useChange(
    (id: string) => call(noticeSourceRoutes.remove, { params: { id } }),
    (cache) => cache.invalidateQueries({ queryKey: noticeSourcesQuery.queryKey }),
    'admin.saved',
  )

export const useCreateNoticeRule = () =>
  useChange(
    (body: z.input<typeof NoticeRuleForm>) => call(noticeRuleRoutes.create, { body }),
    (cache) => cache.invalidateQueries({ queryKey: noticeRulesQuery.queryKey }),
    'admin.saved',
  )

export const useRemoveNoticeRule = () =>
  useChange(
    (id: string) => call(noticeRuleRoutes.remove, { params: { id } }),
    (cache) => cache.invalidateQueries({ queryKey: noticeRulesQuery.queryKey }),
    'admin.saved',
  )
