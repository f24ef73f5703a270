// `npm run bench`: builds stale parts, then measures.
import { register } from 'tsx/esm/api'
import { buildStale } from './build.mjs'

await buildStale()
register()
await import('../tests/bench/figures.ts')
