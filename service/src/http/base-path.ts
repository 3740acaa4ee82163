/** The path below which all API routes are. */
export const BASE_PATH = '/enterprise/v1'
