import { randomInt } from 'node:crypto'
import { hashToken } from '#account-api/kernel/random'
import { bareCode } from '#rules/typed/code'

export const recoveryCodeRule = { most: 10, letters: 16, group: 4 }

/** No vowels and no look-alikes, so a code spells no word and can be copied by hand. 16 letters have 75 bits. */
const letters = 'bcdfghjkmnpqrstvwxz23456789'

/** Ten new recovery codes, as people read them: four groups of four letters. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeRule.most }, () => {
    const code = Array.from({ length: recoveryCodeRule.letters }, () => letters[randomInt(letters.length)]).join('')
    return (code.match(new RegExp(`.{${recoveryCodeRule.group}}`, 'g')) ?? []).join('-')
  })

/** The stored form of a recovery code. The same code has different hashes in different accounts. */
export const hashRecoveryCode = (accountId: string, code: string): string => hashToken(`${accountId} ${bareCode(code)}`)
