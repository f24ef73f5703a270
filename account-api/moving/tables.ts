import type { Generated } from 'kysely'
import type { JudgedPerson } from './people/judge-person'

declare module '../database/schema' {
  /** The state of imports. */
  interface Schema {
    /** The people imported from another system, by a hash of their id there. `by_sign_in`: 1 at their own sign-in. */
    imported_people: { origin: JudgedPerson['origin']; imported_at: number; by_sign_in: Generated<number> }
  }
}
