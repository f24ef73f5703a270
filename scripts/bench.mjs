// `npm run bench`: builds stale parts, then measures. `--margin 1.5`: on a busy machine, where ratios may be that many
// times their budgets. `--postgresql`: the same on PostgreSQL. `--overload`: crowds that sign in. `--qr`: pages that
// wait for a QR code. `--authorisation`: tokens and claims for applications. `--flows`: whole flows, from registration
// to a refreshed token. `--growth`: the calls with many accounts compared with few, without a build. `--organisation`:
// the lists of an organisation with many members compared with few. `--capacity`: the cost of an act for each program
// and the log of PostgreSQL. `--library`: requests of applications, compared with the library of the protocol alone.
// `--soak`: memory after half an hour of mixed use. `--against FOLDER`: acts of this build and of another clone's, in
// turns. `--peers FILE`: the same acts at other products that run, without a build.
import { register } from 'tsx/esm/api'
import { buildStale } from './build.mjs'

register()
if (process.argv.includes('--growth')) await import('../bench/growth/growth.ts')
else if (process.argv.includes('--organisation')) await import('../bench/growth/organisation.ts')
else if (process.argv.includes('--peers')) await import('../bench/peers.ts')
else {
  await buildStale()
  if (process.argv.includes('--overload')) await import('../bench/overload/overload.ts')
  else if (process.argv.includes('--qr')) await import('../bench/qr.ts')
  else if (process.argv.includes('--authorisation')) await import('../bench/authorisation.ts')
  else if (process.argv.includes('--capacity')) await import('../bench/capacity.ts')
  else if (process.argv.includes('--library')) await import('../bench/library.ts')
  else if (process.argv.includes('--against')) await import('../bench/against.ts')
  else if (process.argv.includes('--soak')) await import('../bench/soak.ts')
  else if (process.argv.includes('--flows')) await import('../bench/flows.ts')
  else await import('../bench/figures.ts')
}
