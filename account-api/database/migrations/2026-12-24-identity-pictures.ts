import type { Kysely } from 'kysely'

/** A third-party identity may have a picture, which is one of the images of its account. */
export const identityPictures = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.alterTable('platform_bindings').addColumn('picture', 'text').execute()
  },
}
