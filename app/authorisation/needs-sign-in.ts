/** Whether somebody else has to be proven before a request can be agreed to: nobody is, or not whom the application means. */
export const needsSignIn = ({ person, needs }: { person: object | null; needs: readonly string[] }): boolean =>
  person === null || needs.includes('sign_in')
