// `npm run bench`: builds stale parts, then measures. `--growth`: the calls with many accounts against few, without a
// build.
import { register } from 'tsx/esm/api'
import { buildStale } from './build.mjs'

const isGrowth = process.argv.includes('--growth')
if (!isGrowth) await buildStale()
register()
await import(isGrowth ? '../tests/bench/growth/growth.ts' : '../tests/bench/figures.ts')
