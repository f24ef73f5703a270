// What `npm run dev -- --people` runs alongside the servers. It is no part of the product, and builds nothing.
import { register } from 'tsx/esm/api'

register()
await import('../bench/people/main.ts')
