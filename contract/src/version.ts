/** The version of the product, shown in the profile menu and in the OpenAPI document. */
export const VERSION = '5.0.2'
