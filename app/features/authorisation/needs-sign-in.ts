/**
 * True when another person has to be proven before a request can be agreed to: none is, or not the one whom the
 * application means.
 */
export const needsSignIn = ({ person, needs }: { person: object | null; needs: readonly string[] }): boolean =>
  person === null || needs.includes('sign_in')
