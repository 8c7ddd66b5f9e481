import { createObservable } from '../observable.ts'

/** A number that changes when a file of the map becomes complete or is deleted. Maps then reopen the files. */
export const mapFilesRevision = createObservable(0)
