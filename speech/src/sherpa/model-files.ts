import { readdirSync } from 'node:fs'
import path from 'node:path'
import { SpeechLanguage } from '@noroshi/contract/speech/speech-service'

/** The files of a model, by their role. */
const ROLES = {
  encoder: /(^|[-.])encoder[^/]*\.onnx$/,
  decoder: /(^|[-.])decoder[^/]*\.onnx$/,
  joiner: /(^|[-.])joiner[^/]*\.onnx$/,
  model: /^model[^/]*\.onnx$/,
  tokens: /(^|-)tokens\.txt$/,
} as const
type Role = keyof typeof ROLES

/** The kinds of models, by the name of their folder after the language. The first one that a language has serves it. */
const KINDS = {
  'streaming-zipformer': ['encoder', 'decoder', 'joiner', 'tokens'],
  zipformer: ['encoder', 'decoder', 'joiner', 'tokens'],
  'sense-voice': ['model', 'tokens'],
  whisper: ['encoder', 'decoder', 'tokens'],
} as const satisfies Record<string, readonly Role[]>
type ModelKind = keyof typeof KINDS
const KIND_NAMES = Object.keys(KINDS) as ModelKind[] // the keys of an object that is declared above

/** A complete model for one language. */
export interface Model {
  readonly language: SpeechLanguage
  readonly kind: ModelKind
  readonly directory: string
  /** The path of each file. */
  readonly files: Readonly<Partial<Record<Role, string>>>
}

interface FoundModels {
  /** At most one for each language. */
  readonly models: readonly Model[]
  /** A line for each folder that cannot be used. */
  readonly problems: readonly string[]
}

/** Finds the models in the folders `<language>-<kind>` of a directory, such as `ja-whisper`. */
export function findModels(directory: string): FoundModels {
  const problems: string[] = []
  const models: Model[] = []
  const folders = listOf(directory)
  if (folders === null) return { models, problems: [`SPEECH_MODEL_DIR: ${directory} cannot be read`] }
  const names = SpeechLanguage.options.flatMap((language) => KIND_NAMES.map((kind) => `${language}-${kind}`))
  for (const folder of folders.filter((name) => name !== 'node_modules' && /^[a-z]{2}-/.test(name) && !names.includes(name)))
    problems.push(`SPEECH_MODEL_DIR: ${folder} is not one of ${names.join(', ')}`)
  for (const language of SpeechLanguage.options)
    for (const kind of KIND_NAMES.filter((each) => folders.includes(`${language}-${each}`))) {
      const found = readModel(path.join(directory, `${language}-${kind}`), language, kind)
      if ('problem' in found) problems.push(found.problem)
      else if (models.every((model) => model.language !== language)) models.push(found)
      else problems.push(`SPEECH_MODEL_DIR: ${language}-${kind} is not used, because another model serves the language`)
    }
  return { models, problems }
}

function readModel(directory: string, language: SpeechLanguage, kind: ModelKind): Model | { problem: string } {
  const names = listOf(directory) ?? []
  const files = Object.fromEntries(
    KINDS[kind].map((role) => {
      // A model that is stored with 8 bits is several times faster.
      const [name] = names.filter((each) => ROLES[role].test(each)).toSorted((a, b) => Number(isSmall(b)) - Number(isSmall(a)))
      return [role, name === undefined ? undefined : path.join(directory, name)]
    }),
  )
  const missing = Object.keys(files).filter((role) => files[role] === undefined)
  if (missing.length === 0) return { language, kind, directory, files }
  return { problem: `SPEECH_MODEL_DIR: ${path.basename(directory)} has no file for: ${missing.join(', ')}` }
}

const isSmall = (name: string): boolean => name.includes('.int8.')

function listOf(directory: string): string[] | null {
  try {
    return readdirSync(directory).toSorted()
  } catch {
    return null
  }
}
