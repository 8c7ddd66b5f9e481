import { nextTask } from '../platform/next-task.ts'

// The last module of a file (vite.config.ts). The next file runs in a task of its own, so that no task blocks a cheap phone for long.
await nextTask()
