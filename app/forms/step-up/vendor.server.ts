import { languageOf } from '~/i18n/i18n.server'
import { fullLanguageOf } from '~/i18n/texts'
import { env } from '~/runtime/env.server'
import type { Args } from '~/runtime/load-context'
import type { Captcha, VendorCaptcha } from './step-up'

/**
 * The configured vendor's captcha. Undefined without one. Adds the script that shows it, or the script that makes the
 * built-in slide or whirl easier. The built-in text and 3d need no script.
 */
export const allowScript = async (
  args: Args,
  { code, subtype }: Pick<Captcha, 'code' | 'subtype'>,
): Promise<VendorCaptcha | undefined> => {
  const vendor = env().captchaVendor
  if (vendor) args.context.islandOrigins = originsOf(vendor)
  else if (subtype === 'slide' || subtype === 'whirl') args.context.islandOrigins = []
  if (!vendor) return undefined
  const ofPage = async () => (fullLanguageOf(await languageOf(args)) === 'en' ? 'en' : 'zh')
  const language = vendor.language === 'page' ? await ofPage() : vendor.language
  return { ...vendor, language, subtype, ...(code !== undefined && { code }) }
}

const originsOf = (vendor: Omit<VendorCaptcha, 'code' | 'subtype'>): string[] => {
  const { settings_url, script_url, script_backup_urls, web_id_url, event_list_url, origins } = vendor
  const addresses = [settings_url, script_url, ...script_backup_urls, web_id_url, event_list_url]
  return [...new Set([...addresses.flatMap((address) => (address ? new URL(address).origin : [])), ...origins])]
}
