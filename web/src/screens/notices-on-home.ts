import './notices-live.ts'

export { HomeNotices } from '../features/notices/components/home-notices.tsx'
