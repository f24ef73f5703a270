// `npm run bench`: builds stale parts, then measures. `--growth`: the calls with many accounts against few, without a
// build.
import { register } from 'tsx/esm/api'
import { buildStale } from './build.mjs'

register()
if (process.argv.includes('--growth')) await import('../tests/bench/growth/growth.ts')
else {
  await buildStale()
  await import('../tests/bench/figures.ts')
}
