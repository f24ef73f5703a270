import { acceptedRegion } from '~/i18n/accept-language'
import { env } from '~/runtime/env.server'
import { isListedRegion } from './regions'

/** The region of a visitor's mobile: the first listed one of an Accept-Language header, or that of the deployment. */
export const regionFor = (acceptLanguage: string): string =>
  acceptedRegion(acceptLanguage, isListedRegion) ?? env().defaultRegion

/** The same of the visitor of a request. */
export const visitorRegion = ({ request }: { request: Request }): string =>
  regionFor(request.headers.get('accept-language') ?? '')
