import { join } from './feature.ts'
import { features } from './features.ts'

/** The texts of the administration, which load with its screens. */
export const adminMessages = join(features, 'adminMessages')
