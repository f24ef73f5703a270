/** Numbers in texts that the policy of a deployment decides, such as `{{passwordLength}}`. */
export interface Numbers {
  /** The minimum length of a new password. */
  passwordLength: number
  /** How long a code works. */
  codeMinutes: number
  /** How long a proof is fresh. */
  proofMinutes: number
  /** How long a cancelled account can be restored. */
  restoreDays: number
}

/** The values until the account API has reported its own, or if it does not. */
export const usualNumbers: Numbers = { passwordLength: 8, codeMinutes: 10, proofMinutes: 10, restoreDays: 30 }

const said: Numbers & Record<string, number> = { ...usualNumbers }
let version = 0

/** The current numbers in texts. */
export const numbersInTexts: Readonly<Record<string, number>> = said

/** Changes whenever a number changes. */
export const numbersVersion = (): number => version

/** Makes texts use these numbers from now on. */
export const sayNumbers = (numbers: Numbers): void => {
  if (Object.entries(numbers).every(([name, number]) => said[name] === number)) return
  Object.assign(said, numbers)
  version += 1
}
