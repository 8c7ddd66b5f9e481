/** The product's version, as the profile menu and the API's description name it. */
export const VERSION = '5.0.2'
