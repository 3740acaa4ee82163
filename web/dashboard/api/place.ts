/**
 * The address below which a page has its sign-in and its JSON. The operators' console is made of the dashboard's parts, and
 * they call the address that the page itself is at.
 */
export const PLACE: '/dashboard' | '/operator' = globalThis.location?.pathname.startsWith('/operator')
  ? '/operator'
  : '/dashboard'
