interface Named {
  name?: string | null
  username: string
}

/** The name of a person on pages: the one that they chose, otherwise the username. */
export const shownNameOf = ({ name, username }: Named): string => name || username
