/** Everything of the API is below it. */
export const BASE_PATH = '/enterprise/v1'
