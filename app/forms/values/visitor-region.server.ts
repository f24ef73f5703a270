import { acceptedRegion } from '~/i18n/accept-language'
import { env } from '~/runtime/env.server'
import { isListedRegion } from './regions'

/** The region of a visitor's mobile: the first listed one of an Accept-Language header, or the deployment's. */
export const regionFor = (acceptLanguage: string): string =>
  acceptedRegion(acceptLanguage, isListedRegion) ?? env().defaultRegion

export const visitorRegion = ({ request }: { request: Request }): string =>
  regionFor(request.headers.get('accept-language') ?? '')
