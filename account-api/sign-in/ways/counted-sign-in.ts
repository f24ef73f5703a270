import { TooManySignIns } from '#account-api/accounts/sessions/session'
import type { Service } from '#account-api/sign-in/service'
import type { RightPassword } from '#account-api/verification/passwords/judge'

/**
 * Runs a sign-in by a correct password. If it exceeds the limit of sign-ins, its password does not count as a wrong
 * one.
 */
export const signingInBy = async <Result>(
  { storage }: Service,
  { tried }: Pick<RightPassword, 'tried'>,
  signIn: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await signIn()
  } catch (error) {
    if (error instanceof TooManySignIns) await storage.tries.uncount(tried)
    throw error
  }
}
