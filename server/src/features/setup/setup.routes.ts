import type { FastifyInstance } from 'fastify'
import { setupRoutes } from '@noroshi/contract/setup/setup.http'
import type { Deps } from '#/deps.ts'
import type { SendMessage } from '#/features/messaging/messaging.service.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { createExample } from './example.service.ts'
import { sendSteps } from './send-steps.service.ts'
import { changeSetup, readSetup } from './setup.service.ts'

export function registerSetupRoutes(app: FastifyInstance, deps: Deps, sendMessage: SendMessage): void {
  route(app, deps, setupRoutes.read, () => readSetup(deps))
  route(app, deps, setupRoutes.change, (call) => changeSetup(deps, auditActorOf(call), call.body))
  route(app, deps, setupRoutes.createExample, async (call) => {
    await createExample(deps, auditActorOf(call), call.body.clientId)
    return readSetup(deps)
  })
  route(app, deps, setupRoutes.sendSteps, async (call) => {
    const counts = await sendSteps(deps, sendMessage, auditActorOf(call), call.body)
    return { ...counts, setup: await readSetup(deps) }
  })
}
