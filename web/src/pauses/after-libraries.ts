import { nextTask } from '../platform/next-task.ts'

// The last module of a file of the bundle (vite.config.ts). The next file runs in a separate task, so that no task
// blocks a slow phone for long.
await nextTask()
