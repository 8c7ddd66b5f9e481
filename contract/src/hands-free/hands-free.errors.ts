/** The HTTP status of each error code. */
export const handsFreeErrors = {
  'command.notUnderstood': 400,
  'command.nameNotFound': 404,
  'command.noRadio': 404,
} as const
