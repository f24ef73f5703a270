import { afterAll, beforeAll } from 'vitest'
import { type Env, env } from '~/runtime/env.server'

/** Lets the pages of a test file have other settings. The files of a worker share the settings of the process. */
export const withSettings = (settings: Partial<Env>): void => {
  let before: Env
  beforeAll(() => {
    before = { ...env() }
    Object.assign(env(), settings)
  })
  afterAll(() => Object.assign(env(), before))
}
