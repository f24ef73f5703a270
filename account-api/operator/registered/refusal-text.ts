import type { UrlRefusal } from '#account-api/applications/services/service-url'

/** The fault of an address, in words. */
export const refusalText = (refusal: UrlRefusal): string => {
  switch (refusal.because) {
    case 'spelling':
      return `The address has to be spelled as clients send it: ${refusal.instead}`
    case 'not_https':
      return 'The address has to be an https URL without a user; http is for this machine only.'
    case 'too_long':
      return 'The address is longer than 500 characters.'
    case 'fragment':
      return 'The address must not have a fragment (#).'
    default:
      return 'The address must not have a parameter “ticket”: CAS adds it.'
  }
}
