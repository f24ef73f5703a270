/**
 * True when a person has to be proven before a request can be agreed to: nobody is, or not the person whom the
 * application requires.
 */
export const needsSignIn = ({ person, needs }: { person: object | null; needs: readonly string[] }): boolean =>
  person === null || needs.includes('sign_in')
