import type { JudgedPerson } from './people/judge-person'

declare module '../database/schema' {
  /** What an import remembers. */
  interface Schema {
    /** Whom an import has taken over, by a hash of their id elsewhere. */
    imported_people: { origin: JudgedPerson['origin']; imported_at: number }
  }
}
