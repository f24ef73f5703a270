interface Named {
  name?: string | null
  username: string
}

/** How pages name a person: by the name that they gave, and without one by the username. */
export const shownNameOf = ({ name, username }: Named): string => name || username
