/** The HTTP status of each error code. */
export const streetsErrors = {
  'streets.fileNotFound': 404,
  'streets.notArchive': 400,
  'streets.damaged': 400,
  'streets.notVector': 400,
  'streets.compression': 400,
  'streets.fewZooms': 400,
  'streets.schema': 400,
} as const
