// `npm run seed -- …`: fills a database for tests and measurements. It is no part of the product, and builds nothing.
import { register } from 'tsx/esm/api'

register()
await import('../bench/seed/main.ts')
