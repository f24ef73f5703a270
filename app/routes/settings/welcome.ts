import type { FlashName } from '~/navigation/flash/flash-names'
import type { OpenKinds } from '~/navigation/open-pages/open-pages'

/** The flash message of the page, which asks a new account for missing facts. */
export const welcomeTo = (
  { mobile, email }: { mobile: string | null; email: string | null },
  kinds: OpenKinds,
  flash: FlashName | null,
): FlashName | null => {
  if (flash !== 'account_created') return flash
  if (!email && kinds.includes('email')) return 'account_created_email'
  return !mobile && kinds.includes('mobile') ? 'account_created_mobile' : flash
}
