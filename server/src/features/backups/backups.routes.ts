import type { FastifyInstance } from 'fastify'
import { backupRoutes } from '@noroshi/contract/backups/backups.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import type { BackupProcesses } from './backup-process.ts'
import { changeBackups, readBackups, startBackup } from './backups.service.ts'

export function registerBackupRoutes(app: FastifyInstance, deps: Deps, processes: BackupProcesses): void {
  route(app, deps, backupRoutes.read, () => readBackups(deps))
  route(app, deps, backupRoutes.change, (call) => changeBackups(deps, processes, auditActorOf(call), call.body))
  route(app, deps, backupRoutes.start, async () => {
    await startBackup(deps, processes)
    return { ok: true } as const
  })
  app.addHook('preClose', () => processes.close())
}
