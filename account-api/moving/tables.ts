declare module '../database/schema' {
  /** What an import remembers. */
  interface Schema {
    /** Whom an import has taken over, by a hash of their id elsewhere. */
    imported_people: { origin: string; imported_at: number }
  }
}

export {}
