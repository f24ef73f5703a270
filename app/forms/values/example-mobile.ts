import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'

/** A mobile number as people of a region (ISO 3166-1 alpha-2) write it, in one line. Undefined for another text. */
export const exampleMobile = (region: string): string | undefined =>
  isSupportedCountry(region)
    ? getExampleNumber(region, examples)?.formatNational().replaceAll(' ', '\u00a0')
    : undefined
