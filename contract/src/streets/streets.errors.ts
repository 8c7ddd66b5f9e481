/** The HTTP status of each error code. An extract that has failed records the same codes without `streets.`. */
export const streetsErrors = {
  'streets.fileNotFound': 404,
  'streets.notArchive': 400,
  'streets.damaged': 400,
  'streets.notVector': 400,
  'streets.compression': 400,
  'streets.fewZooms': 400,
  'streets.schema': 400,
  /** Streets are downloaded already. */
  'streets.running': 409,
  /** There is no download that has failed. */
  'streets.notFailed': 409,
  'streets.areaTooLarge': 409,
  /** The source has no streets in the area. */
  'streets.areaEmpty': 409,
  /** The streets of the area are larger than MAX_MAP_MB. */
  'streets.extractTooLarge': 409,
  'streets.noSpace': 409,
  /** The source does not answer, or stops sending. */
  'streets.sourceUnreachable': 409,
  /** The source has no such file. */
  'streets.sourceMissing': 409,
  /** The source answers with another status than that of a part of a file. */
  'streets.sourceRefused': 409,
  /** The source redirects to another address. */
  'streets.sourceMoved': 409,
  /** The source sends other bytes than it announces. */
  'streets.sourceBroken': 409,
  /** The file of the source changes all the time. */
  'streets.sourceChanged': 409,
  /** The file of the source is no map of streets. */
  'streets.sourceUnfit': 409,
  'streets.diskFailed': 409,
  'streets.unexpected': 409,
} as const
