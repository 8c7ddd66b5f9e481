import type { FastifyInstance } from 'fastify'
import type { Job } from '#/db/jobs.ts'
import type { Deps } from '#/deps.ts'
import type { FileReaders } from '#/features/files/files.service.ts'
import type { HealthCheck } from '#/features/health/health-check.service.ts'
import type { PushKind } from '#/features/push/push-kind.service.ts'
import type { ScreenKind } from '#/http/screens.ts'
import type { CommandHandlers } from '#/realtime/commands.ts'
import type { Consumer } from '#/realtime/consumers.ts'
import type { FeatureTopics } from '#/realtime/topics.ts'

/**
 * The routes, commands, jobs and other parts of a feature on the server (decisions/0201). Some parts need a service of
 * another feature or a service that the start creates: register-features.ts registers them by hand.
 */
export interface ServerFeature {
  readonly routes?: readonly ((app: FastifyInstance, deps: Deps) => void)[]
  readonly commands?: (deps: Deps) => Partial<CommandHandlers>
  readonly topics?: FeatureTopics
  /** The rights to read files, by the kind of what contains them, such as a post. */
  readonly files?: Partial<FileReaders>
  /** Functions that listen to the journal (`onDelivered`). */
  readonly listeners?: readonly ((deps: Deps) => void)[]
  readonly consumers?: readonly ((deps: Deps) => Consumer)[]
  /** Kinds of notifications for devices without an open page. */
  readonly push?: readonly PushKind[]
  /** Steps of the hourly clean-up. Each is idempotent, and a failure does not stop the others. */
  readonly cleanup?: readonly ((deps: Deps) => Promise<unknown>)[]
  readonly jobs?: readonly ((deps: Deps) => Job)[]
  /** Kinds of devices with a token of their own that are no users. */
  readonly screens?: readonly ScreenKind[]
  /** Checks of what the feature needs to work, for administrators. */
  readonly health?: readonly HealthCheck[]
}

/** Declares a feature and keeps its exact type. */
export const defineFeature = <const Declared extends ServerFeature>(feature: Declared): Declared => feature

type ToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type CommandsIn<One> = One extends { readonly commands: (deps: Deps) => infer Handlers } ? Handlers : never
type FilesIn<One> = One extends { readonly files: infer Readers } ? Readers : never

/** Returns the command handlers of all features. Their type has only these, so a forgotten command is a type error. */
export const commandsOf = <const Features extends readonly ServerFeature[]>(
  features: Features,
  deps: Deps,
): ToIntersection<CommandsIn<Features[number]>> => Object.assign({}, ...features.map(({ commands }) => commands?.(deps)))

/** Returns the file readers of all features. Their type has only these, so a forgotten kind of parent is a type error. */
export const filesOf = <const Features extends readonly ServerFeature[]>(
  features: Features,
): ToIntersection<FilesIn<Features[number]>> => Object.assign({}, ...features.map(({ files }) => files))
