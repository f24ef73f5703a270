import { termsDueAt } from '#account-api/accounts/terms/terms'
import { header } from '#account-api/http/raw-request'
import { refuse } from '#contract/server'
import { headerNames } from '#contract/wire/headers'
import type { Check } from './check'

/** Checks that the person has accepted the terms that the caller shows. */
export const terms: Check = ({ service, row, request, account }) => {
  const due =
    account && !row.whenTermsDue && termsDueAt(service.deployment, account, header(request, headerNames.shownTerms))
  return due ? refuse('terms_due', { version: due }) : {}
}
