/** The numbers that texts name and the policy of a deployment decides. They are in a text as `{{passwordLength}}`. */
export interface Numbers {
  /** The least characters of a new password. */
  passwordLength: number
  /** How long a code works. */
  codeMinutes: number
  /** How long a proof is fresh. */
  proofMinutes: number
  /** How long a cancelled account can be restored. */
  restoreDays: number
}

/** What is so until the account API has told, and where it does not. */
export const usualNumbers: Numbers = { passwordLength: 8, codeMinutes: 10, proofMinutes: 10, restoreDays: 30 }

const said: Numbers & Record<string, number> = { ...usualNumbers }
let version = 0

/** The numbers as texts say them now. */
export const numbersInTexts: Readonly<Record<string, number>> = said

/** Changes whenever a number does. */
export const numbersVersion = (): number => version

/** Has texts say these numbers from now on. */
export const sayNumbers = (numbers: Numbers): void => {
  if (Object.entries(numbers).every(([name, number]) => said[name] === number)) return
  Object.assign(said, numbers)
  version += 1
}
