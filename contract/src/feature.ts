import type { z } from 'zod'
import type { Command, Route } from './define.ts'
import type { CatalogueText } from './i18n.ts'

/** Events or commands by name, with their summaries for the API document of the socket. */
export interface Described<Items extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>> {
  readonly items: Items
  readonly summaries: Readonly<Record<keyof Items, string>>
}

/** Adds the summary of each event or command. A missing summary is a type error. */
export const described = <const Items extends Readonly<Record<string, unknown>>>(
  items: Items,
  summaries: Readonly<Record<keyof Items, string>>,
): Described<Items> => ({ items, summaries })

/**
 * The routes, events, commands and texts of a feature (decisions/0201). Pages never load a manifest: it contains all
 * schemas and texts of its feature. Error codes and abilities have lists of their own (errors.ts, abilities.ts).
 */
export interface Feature {
  /** The tag of its routes, events and commands in the API documents. */
  readonly tag: string
  /** The text of the tag. One feature of each tag has it. */
  readonly about?: string
  /** Groups of routes. The name of a group and the key of a route are the operation id of the route: `peopleSearch`. */
  readonly routes?: Readonly<Record<string, Readonly<Record<string, Route>>>>
  readonly events?: Described<Readonly<Record<string, z.ZodType>>>
  /** Its events are emitted to screens only. */
  readonly isForScreens?: true
  readonly commands?: Described<Readonly<Record<string, Command>>>
  /** Texts of its screens. They load with the first screen that needs a text outside of `firstMessages`. */
  readonly messages?: readonly Readonly<Record<string, CatalogueText>>[]
  /** Texts of the administration alone. They load with its screens. */
  readonly adminMessages?: readonly Readonly<Record<string, CatalogueText>>[]
  /** Texts of home, of the navigation, of overlays and of an SOS. Each page loads them before its first render. */
  readonly firstMessages?: readonly Readonly<Record<string, CatalogueText>>[]
}

/** Declares a feature and keeps its exact type. */
export const defineFeature = <const Declared extends Feature>(feature: Declared): Declared => feature

type Part = 'routes' | 'events' | 'commands' | 'messages' | 'adminMessages' | 'firstMessages'
type ToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type EntriesIn<Value> = Value extends readonly (infer Each)[] ? Each : Value extends Described<infer Items> ? Items : Value
type PartIn<One, Name extends Part> = One extends { readonly [Key in Name]: infer Value } ? EntriesIn<Value> : never
/** All properties of an intersection in one type, which editors and error messages show. */
type Flat<All> = { readonly [Key in keyof All]: All[Key] }

/** A part of all features in one object. */
export type Joined<Features extends readonly Feature[], Name extends Part> = Flat<ToIntersection<PartIn<Features[number], Name>>>

/**
 * Joins a part of all features into one object.
 * @throws Error if two entries have the same name
 */
export function join<const Features extends readonly Feature[], Name extends Part>(
  features: Features,
  part: Name,
): Joined<Features, Name> {
  const joined: Record<string, unknown> = {}
  for (const feature of features)
    for (const [name, value] of entriesIn(feature, part)) {
      if (Object.hasOwn(joined, name)) throw new Error(`${part} of two features have the name ${name}`)
      joined[name] = value
    }
  return joined as Joined<Features, Name> // the entries of all features
}

function entriesIn(feature: Feature, part: Part): [string, unknown][] {
  if (part === 'events' || part === 'commands') return Object.entries(feature[part]?.items ?? {})
  if (part === 'routes') return Object.entries(feature.routes ?? {})
  return (feature[part] ?? []).flatMap((texts) => Object.entries(texts))
}
