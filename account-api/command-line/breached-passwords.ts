import { BadBreachedList } from '#account-api/verification/breached-passwords/breached-list'
import { makeBreachedList } from '#account-api/verification/breached-passwords/make-list'
import { failed, type Said } from './said'

/** The command for the list of breached passwords, as `npm run admin` shows it. */
export const breachedUsage = `npm run admin -- breached-passwords make <hashes> <file> [<times>]
    Makes the file of BREACHED_PASSWORDS from published SHA-1 hashes of passwords seen at least <times> times.
`

/**
 * Makes a file of breached passwords from a text file of published hashes. It needs no deployment.
 * @param times how often a password was seen at least. Default: 1
 */
export const makeBreachedPasswords = async (from = '', to = '', times = '1'): Promise<Said> => {
  if (!/^[1-9]\d{0,8}$/.test(times)) return failed('<times> has to be a whole number above 0.')
  try {
    const { lines, entries } = await makeBreachedList({ from, to, atLeast: Number(times) })
    return {
      ok: true,
      text: `${to} has ${entries} passwords from ${lines} lines. Set BREACHED_PASSWORDS to it, and restart.`,
    }
  } catch (error) {
    if (error instanceof BadBreachedList) return failed(`No list was made: ${error.message}.`)
    throw error
  }
}
