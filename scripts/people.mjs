// Runs alongside the servers of `npm run dev -- --people`. It is no part of the product, and builds nothing.
import { register } from 'tsx/esm/api'

register()
await import('../bench/people/main.ts')
